import { expect } from 'chai';
import { Died, useRenewals, type Shown } from './renewals.ts';

describe('renewing a token whose successor is given out twice (a session of Bluesky)', () => {
  const { lab, aProcess, watched, connected, flightOf } = useRenewals();

  const begun = async (dies: () => boolean = () => false) => {
    const vault = aProcess();
    const person = await lab.person('BLUESKY');
    const owner = await connected(vault, person);
    const view: Shown[] = [];
    return { person, view, fly: flightOf(vault, watched(person, view, dies), owner, person) };
  };

  it('asks again after a lost answer, without waiting for the end of the access token', async () => {
    const { person, view, fly } = await begun();
    await person.fault('refresh', 'reset_after');
    const lost = await fly(1);
    expect(lost).to.include({ kind: 'failed' }).and.not.to.have.property('notBefore');
    expect(await fly(1)).to.have.nested.property('token.tokenVersion', 2);
    expect(view.map(({ ended }) => ended)).to.deep.equal(['doubt', 'accepted']);
    expect(view[0]?.token).to.equal(view[1]?.token);
    expect(await fly(2), 'and the successor is good').to.have.nested.property('token.tokenVersion', 3);
  });

  it('loses nothing by a death between the answer and its keeping', async () => {
    let dying = true;
    const { fly } = await begun(() => dying);
    await fly(1).then(
      () => expect.fail('it died'),
      (error: unknown) => expect(error).to.be.instanceOf(Died),
    );
    dying = false;
    expect(await fly(1)).to.have.nested.property('token.tokenVersion', 2);
  });

  it('keeps what it knows of a lost answer through a refusal that passes', async () => {
    const { person, view, fly } = await begun();
    await person.fault('refresh', 'reset_after');
    await fly(1);
    await person.fault('refresh', 'rate_limited');
    expect(await fly(1)).to.include({ kind: 'failed' });
    lab.clock.advance(115 * 60_000);
    expect(await fly(1), 'too late for a repeat, while the access token lives').to.have.property('notBefore');
    expect(view).to.have.length(2);
  });

  it('lets the access token serve to its end where the repeat is refused, and shows it no more', async () => {
    const { person, view, fly } = await begun();
    await person.fault('refresh', 'reset_after');
    await fly(1);
    await lab.store.putRecord('BLUESKY', 'successor', view[0]?.token ?? '', {});
    expect(await fly(1))
      .to.include({ kind: 'failed' })
      .and.to.have.property('notBefore');
    expect((await fly(1)).kind).to.equal('still-good');
    expect(view).to.have.length(2);
    lab.clock.advance(2 * 3600_000);
    const refused = await fly(1);
    expect(refused).to.include({ kind: 'refused', status: 'EXPIRED' });
    expect(refused)
      .to.have.property('error')
      .that.matches(/^The answer .* was lost.*connect/);
    expect(view).to.have.length(2);
  });
});
