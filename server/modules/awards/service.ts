import { isDeepStrictEqual } from 'node:util'
import { limits } from '#contract/limits.ts'
import type { BodyOf } from '#contract/routes/index.ts'
import type { Award } from '#contract/schemas/awards.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { assertOpenBudget } from '#server/modules/budgets/assert-open-budget.ts'
import { replacePicture } from '#server/modules/files/service.ts'
import { listPlaceableUsers } from '#server/modules/users/organization-queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { loadAward } from './load-awards.ts'
import {
  type AwardRow,
  countOpenAwards,
  findAward,
  findAwardPicture,
  insertAward,
  isOpenValue,
  updateAwardColumns,
} from './queries.ts'

/**
 * Runs `change` under the settings lock and publishes it. Returns the award whose id `change` returns.
 */
async function changeAwards(
  { db, events }: Services,
  { workspace_id: workspaceId }: Actor,
  change: (trx: Trx) => Promise<string>,
): Promise<Award> {
  const award = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    return loadAward(trx, workspaceId, await change(trx))
  })
  events.publish(workspaceId, ['config'])
  return award
}

type AwardFields = Pick<
  AwardRow,
  'points_min' | 'points_max' | 'budget_id' | 'value_id' | 'steps' | 'givers' | 'receivers'
>

/** Throws an error unless people decide each step who exist. */
async function assertApprovers(
  trx: Trx,
  workspaceId: string,
  { steps }: AwardFields,
): Promise<void> {
  const found = await listPlaceableUsers(
    trx,
    workspaceId,
    steps.flatMap((step) => step.user_ids),
  )
  for (const [index, { approver, user_ids: ids }] of steps.entries()) {
    const field = `steps.${index}.user_ids`
    if (approver === 'people' && !ids.length) throwRefusal('required', { field })
    if (!ids.every((id) => found.has(id))) throwRefusal('user_not_found', { field })
  }
}

/**
 * Throws an error unless the fields of an award agree, and what changed ones name exists: an approver
 * who has left or a closed budget does not refuse other changes. Without `before`, all have changed.
 */
async function assertAward(
  trx: Trx,
  actor: Actor,
  { before, fields, at }: { before?: AwardFields; fields: AwardFields; at: Date },
): Promise<void> {
  const { workspace_id: workspaceId, timezone } = actor
  const hasChanged = (name: keyof AwardFields) =>
    !before || !isDeepStrictEqual(fields[name], before[name])
  if (fields.points_max < fields.points_min)
    throwRefusal('out_of_range', {
      field: 'points_max',
      params: { start: fields.points_min, finish: limits.award_points_max },
    })
  await assertOpenBudget(trx, workspaceId, fields.budget_id, { before: before?.budget_id })
  if (hasChanged('value_id') && !(await isOpenValue(trx, workspaceId, fields.value_id)))
    throwRefusal('not_found', { field: 'value_id' })
  if (hasChanged('steps')) await assertApprovers(trx, workspaceId, fields)
  if (fields.budget_id === null && fields.steps.some(({ approver }) => approver === 'budget_owner'))
    throwRefusal('required', { field: 'budget_id' })
  const today = toLocalDay(at, timezone)
  for (const name of ['givers', 'receivers'] as const)
    if (hasChanged(name))
      await assertAudience(trx, workspaceId, fields[name], today, { name, before: before?.[name] })
}

/** Only the people of a step that names them. */
const normalizeSteps = (steps: AwardRow['steps']): AwardRow['steps'] =>
  steps.map((step) => ({ ...step, user_ids: step.approver === 'people' ? step.user_ids : [] }))

export const createAward = (
  services: Services,
  actor: Actor,
  body: BodyOf<'awards.create'>,
  at: Date,
): Promise<Award> =>
  changeAwards(services, actor, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const { name } = body
    const open = await countOpenAwards(trx, workspaceId, { name, exceptId: null })
    if (open.count >= limits.awards_max)
      throwRefusal('awards_full', { params: { finish: limits.awards_max } })
    if (open.is_name_taken) throwRefusal('not_unique', { field: 'name' })
    const steps = normalizeSteps(body.steps)
    await assertAward(trx, actor, { fields: { ...body, steps }, at })
    const id = newId(at)
    await insertAward(trx, {
      ...body,
      workspace_id: workspaceId,
      id,
      givers: JSON.stringify(body.givers),
      receivers: JSON.stringify(body.receivers),
      steps: JSON.stringify(steps),
      created_at: at,
    })
    await audit(trx, actor, 'award.create', { award_id: id, name, amount: body.points_max }, at)
    return id
  })

/** Returns an open award, locked. Throws not_found. */
async function requireOpenAward(
  trx: Trx,
  { workspace_id: workspaceId }: Actor,
  id: string,
): Promise<AwardRow> {
  const award = await findAward(trx, workspaceId, id, 'lock')
  return award?.archived_at === null ? award : throwRefusal('not_found')
}

/** Changes an award. Throws not_found for an unknown or archived one. */
export const updateAward = (
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'awards.update'>,
  at: Date,
): Promise<Award> =>
  changeAwards(services, actor, async (trx) => {
    const { workspace_id: workspaceId } = actor
    const award = await requireOpenAward(trx, actor, id)
    const { name = award.name, givers, receivers, steps, ...columns } = body
    const open = await countOpenAwards(trx, workspaceId, { name, exceptId: id })
    if (open.is_name_taken) throwRefusal('not_unique', { field: 'name' })
    const merged: AwardFields = {
      points_min: body.points_min ?? award.points_min,
      points_max: body.points_max ?? award.points_max,
      budget_id: body.budget_id === undefined ? award.budget_id : body.budget_id,
      value_id: body.value_id ?? award.value_id,
      steps: steps ? normalizeSteps(steps) : award.steps,
      givers: givers ?? award.givers,
      receivers: receivers ?? award.receivers,
    }
    await assertAward(trx, actor, { before: award, fields: merged, at })
    await updateAwardColumns(trx, workspaceId, id, {
      ...columns,
      name,
      ...(givers ? { givers: JSON.stringify(givers) } : {}),
      ...(receivers ? { receivers: JSON.stringify(receivers) } : {}),
      ...(steps ? { steps: JSON.stringify(merged.steps) } : {}),
    })
    await audit(trx, actor, 'award.update', { award_id: id, name, fields: Object.keys(body) }, at)
    return id
  })

/** Replaces or removes the picture of an award. Throws not_found for an unknown or archived one. */
export async function setAwardPicture(
  services: Services,
  actor: Actor,
  id: string,
  { at, ...picture }: { file: Buffer | undefined; remove: boolean | undefined; at: Date },
): Promise<Award> {
  const { workspace_id: workspaceId } = actor
  await replacePicture(
    services,
    actor,
    { kind: 'award', ...picture, at },
    {
      async find(trx) {
        await requireOpenAward(trx, actor, id)
        return findAwardPicture(trx, workspaceId, id)
      },
      async put(trx, fileId) {
        await updateAwardColumns(trx, workspaceId, id, { picture_file_id: fileId })
        const { name } = await requireOpenAward(trx, actor, id)
        await audit(trx, actor, 'award.update', { award_id: id, name, fields: ['picture'] }, at)
      },
    },
  )
  services.events.publish(workspaceId, ['config'])
  return services.db.readSnapshot(workspaceId, (trx) => loadAward(trx, workspaceId, id))
}

/** Archives an award. Throws not_found for an unknown or archived one. */
export const archiveAward = (
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<Award> =>
  changeAwards(services, actor, async (trx) => {
    const { name } = await requireOpenAward(trx, actor, id)
    await updateAwardColumns(trx, actor.workspace_id, id, { archived_at: at })
    await audit(trx, actor, 'award.archive', { award_id: id, name }, at)
    return id
  })
