import { event, specFor } from '../../../projections/authoring/projection-spec.ts';
import { defaultPersonas } from '../../../projections/personas/default-personas.ts';

const given = specFor(defaultPersonas);
const changed = (workspaceId: string, personaId: string | null) =>
  event('DefaultPersonaChanged', { personaId }, { stream: `defaultPersona-${workspaceId}`, workspaceId });

describe('the read model of default personas', () => {
  it('is the last one chosen, in each workspace on its own', () => {
    given().when(changed('w1', 'p1')).then({ workspace_id: 'w1', persona_id: 'p1' });
    given(changed('w1', 'p1'), changed('w2', 'p9'))
      .when(changed('w1', 'p2'))
      .then({ workspace_id: 'w1', persona_id: 'p2' }, { workspace_id: 'w2', persona_id: 'p9' });
  });
  it('has no row once it is cleared, until another is chosen', () => {
    const cleared = [changed('w1', 'p1'), changed('w2', 'p9'), changed('w1', null)];
    given(...cleared)
      .when()
      .then({ workspace_id: 'w2', persona_id: 'p9' });
    given(...cleared)
      .when(changed('w1', 'p3'))
      .then({ workspace_id: 'w1', persona_id: 'p3' }, { workspace_id: 'w2', persona_id: 'p9' });
  });
});
