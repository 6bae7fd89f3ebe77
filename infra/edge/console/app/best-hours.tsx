import { useRef, useState } from 'preact/hooks';
import { answered, api } from './api.ts';
import { ChartFiles } from './chart-files.tsx';
import { Act, Table } from './pieces.tsx';
import { bestOf, dayNames, hourText, type HourScore } from './hour-scores.ts';

const [width, height] = [720, 230];
const frame = { left: 48, top: 8, bottom: 28 };
const cell = { width: (width - frame.left) / 24, height: (height - frame.top - frame.bottom) / 7 };
const hoursNamed = 4;
const hoursListed = 10;

const asked = () => answered(api.POST('/v1/ai/best-time', { body: {} }));

type Answer = Awaited<ReturnType<typeof asked>>;

/** The hours of a week, the better the fuller. */
const HeatChart = ({ scores }: { scores: readonly HourScore[] }) => {
  const svg = useRef<SVGSVGElement>(null);
  const best = bestOf(scores, hoursListed);
  return (
    <figure class="chart">
      <figcaption>
        <strong>Best times</strong> <span class="quiet">from 0 to 100, in the time zone of the queue</span>
      </figcaption>
      <svg
        ref={svg}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`Scores of the hours of a week; the best is ${best[0] ? hourText(best[0]) : 'not known'}`}
      >
        {dayNames.map((name, day) => (
          <text key={name} x={frame.left - 8} y={frame.top + (day + 0.65) * cell.height} text-anchor="end">
            {name.slice(0, 3)}
          </text>
        ))}
        {scores.map((each) => (
          <rect
            key={`${each.day}/${each.hour}`}
            x={frame.left + each.hour * cell.width + 1}
            y={frame.top + each.day * cell.height + 1}
            width={cell.width - 2}
            height={cell.height - 2}
            fill-opacity={0.06 + 0.94 * (each.score / 100)}
          >
            <title>
              {hourText(each)}: {each.score}
            </title>
          </rect>
        ))}
        {Array.from({ length: 24 / hoursNamed }, (_, index) => index * hoursNamed).map((hour) => (
          <text key={hour} x={frame.left + hour * cell.width} y={height - 8}>
            {hour}:00
          </text>
        ))}
      </svg>
      <ChartFiles
        title="Best times"
        file="best-times"
        svg={svg}
        rows={[['day', 'hour', 'score'], ...scores.map(({ day, hour, score }) => [dayNames[day] ?? '', hour, score])]}
      />
      <details>
        <summary>The best hours of the chart</summary>
        <Table
          caption="The best hours of a week"
          heads={['Hour', 'Score']}
          rows={best.map((each) => (
            <tr key={`${each.day}/${each.hour}`}>
              <td>{hourText(each)}</td>
              <td>{each.score}</td>
            </tr>
          ))}
        />
      </details>
    </figure>
  );
};

/** When posts did well, on request: the answer takes a credit. */
export const BestHours = () => {
  const [answer, setAnswer] = useState<Answer>();
  const work = async (): Promise<string> => {
    const { heatmap, recommendation } = await asked();
    setAnswer({ heatmap, recommendation });
    return '';
  };
  return (
    <section aria-labelledby="best-times">
      <h3 id="best-times">Best times</h3>
      <p class="actions">
        <Act call="POST /v1/ai/best-time" label="Work out the best times" act={work} />
        <span class="quiet">This takes one credit.</span>
      </p>
      {answer && (
        <>
          <p>
            The next good time is {answer.recommendation.dayName}, {answer.recommendation.date}, at{' '}
            {answer.recommendation.time}. {answer.recommendation.reason}
          </p>
          <HeatChart scores={answer.heatmap} />
        </>
      )}
    </section>
  );
};
