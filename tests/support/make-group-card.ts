import { newId } from '#server/platform/ids.ts'
import type { Member, Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Inserts an open card for the birthday of a person, who shows it, and returns its id. */
export async function makeGroupCard(
  t: TestApp,
  { workspace_id: workspaceId }: Team,
  person: Member,
  signers: Member[],
): Promise<string> {
  const at = t.clock.now()
  const id = newId(at)
  const year = at.getUTCFullYear()
  await t.services.db.tenant(workspaceId, async (trx) => {
    const celebration = {
      workspace_id: workspaceId,
      kind: 'birthday',
      user_id: person.user_id,
      year,
    } as const
    await trx
      .updateTable('users')
      .set({ birthday_visibility: 'everyone' })
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', person.user_id)
      .execute()
    await trx
      .insertInto('celebrations')
      .values({ ...celebration, day: `${year}-12-31`, due_at: new Date('2100-01-01') })
      .execute()
    await trx
      .insertInto('group_cards')
      .values({ ...celebration, id, created_at: at })
      .execute()
    await trx
      .insertInto('group_card_signers')
      .values(
        signers.map((signer) => ({
          workspace_id: workspaceId,
          user_id: signer.user_id,
          card_id: id,
        })),
      )
      .execute()
  })
  return id
}

/** The same, with the words of the first signer, which the card's person has reported. */
export async function makeReportedCard(
  t: TestApp,
  team: Team,
  person: Member,
  signers: [Member, ...Member[]],
): Promise<string> {
  const cardId = await makeGroupCard(t, team, person, signers)
  const at = t.clock.now()
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('group_card_signatures')
      .values({
        workspace_id: team.workspace_id,
        card_id: cardId,
        user_id: signers[0].user_id,
        text: 'Best wishes',
        created_at: at,
        hidden_at: at,
        reported_at: at,
      })
      .execute(),
  )
  return cardId
}
