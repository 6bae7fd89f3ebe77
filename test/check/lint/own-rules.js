import { definedFields } from './defined-fields.js';
import { fewParameters } from './few-parameters.js';
import { noCutText } from './no-cut-text.js';
import { everyEvent, plainLiterals, statedAbsence, timerPromise } from './refused-syntax.js';

/** The rules of this project, for oxlint. .oxlintrc.json says which files each is for. */
export default {
  meta: { name: 'own' },
  rules: {
    'defined-fields': definedFields,
    'every-event': everyEvent,
    'few-parameters': fewParameters,
    'no-cut-text': noCutText,
    'plain-literals': plainLiterals,
    'stated-absence': statedAbsence,
    'timer-promise': timerPromise,
  },
};
