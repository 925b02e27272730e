import type { Reward, RewardCreate, RewardUpdate } from '#contract/rewards.ts'
import { limits } from '#contract/limits.ts'
import { keepPicture } from '#server/modules/files/rules.ts'
import { presentReward } from '#server/modules/purchases/present.ts'
import { findReward } from '#server/modules/purchases/queries.ts'
import { audit } from '#server/platform/audit.ts'
import type { Trx } from '#server/platform/database.ts'
import { fail } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/sessions.ts'

type Input<T> = { actor: Actor; at: Date; file: Buffer | undefined; body: T }

async function shown(trx: Trx, workspace_id: string, id: string): Promise<Reward> {
  const row = await findReward(trx, workspace_id, id)
  return row ? presentReward(row, workspace_id) : fail('not_found')
}

/** Adds a manual individual reward; the other kinds are not offered by this version and refused at their field. */
export async function createReward(services: Services, { actor, at, file, body }: Input<RewardCreate>): Promise<Reward> {
  if (body.type !== 'manual') fail('wrong_format', { field: 'type' })
  if (body.reward_type !== 'individual') fail('wrong_format', { field: 'reward_type' })
  const { workspace_id } = actor
  return services.db.tenant(workspace_id, async (trx) => {
    // Under the settings' lock, so that two at once do not both become the last one.
    await trx.selectFrom('settings').select('workspace_id').where('workspace_id', '=', workspace_id).forUpdate().execute()
    const { n } = await trx.selectFrom('rewards').where('workspace_id', '=', workspace_id).where('deleted_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
    if (Number(n) >= limits.rewards_max) fail('rewards_full', { params: { finish: limits.rewards_max } })
    const picture_file_id = file ? await keepPicture(services, trx, actor, 'reward', file, at) : null
    const id = newId(at)
    await trx.insertInto('rewards').values({ workspace_id, id, ...body, picture_file_id, created_at: at, deleted_at: null }).execute()
    await audit(trx, actor, 'reward.create', { reward_id: id, title: body.title, price: body.price }, at)
    return shown(trx, workspace_id, id)
  })
}

export async function updateReward(services: Services, id: string, { actor, at, file, body }: Input<RewardUpdate>): Promise<Reward> {
  const { workspace_id } = actor
  const { remove_picture, ...fields } = body
  return services.db.tenant(workspace_id, async (trx) => {
    if (!(await findReward(trx, workspace_id, id))) fail('not_found')
    const picture = file ? { picture_file_id: await keepPicture(services, trx, actor, 'reward', file, at) } : remove_picture ? { picture_file_id: null } : {}
    const set = { ...fields, ...picture }
    if (Object.keys(set).length) {
      await trx.updateTable('rewards').set(set).where('workspace_id', '=', workspace_id).where('id', '=', id).where('deleted_at', 'is', null).execute()
      await audit(trx, actor, 'reward.update', { reward_id: id, fields: Object.keys(set) }, at)
    }
    return shown(trx, workspace_id, id)
  })
}

/** Takes a reward out of the shop. Purchases keep what they were made of. */
export async function deleteReward({ db }: Services, actor: Actor, id: string, at: Date): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    const result = await trx.updateTable('rewards').set({ deleted_at: at }).where('workspace_id', '=', actor.workspace_id).where('id', '=', id)
      .where('deleted_at', 'is', null).executeTakeFirst()
    if (result.numUpdatedRows !== 1n) fail('not_found')
    await audit(trx, actor, 'reward.delete', { reward_id: id }, at)
  })
}
