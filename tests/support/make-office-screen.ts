import type { OutputOf } from '#contract/routes/index.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** A valid body for each call about displays. */
export const officeScreenExamples = {
  'office_screens.create': () => ({ name: 'Canteen' }),
  'office_screens.open': () => ({ token: 'x'.repeat(54) }),
}

/** Creates a display. Returns it with the address and token of its link. */
export async function makeOfficeScreen(
  t: TestApp,
  { admin }: Pick<Team, 'admin'>,
  name = 'Canteen',
): Promise<OutputOf<'office_screens.create'> & { token: string }> {
  const { body } = await t.call('office_screens.create', { token: admin.token, body: { name } })
  return { ...body, token: new URL(body.url).pathname.replace('/screen/', '') }
}
