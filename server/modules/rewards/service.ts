import { isDeepStrictEqual } from 'node:util'
import { type AudienceInput, hasConditions } from '#contract/schemas/audiences.ts'
import type { Reward, RewardCreate, RewardUpdate } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import {
  copyPictureFile,
  insertPictureCopy,
  insertPictureRow,
  withPictureCleanup,
  storePicture,
} from '#server/modules/files/service.ts'
import { assertAudience } from '#server/modules/audiences/load-audience.ts'
import { findReward, type RewardRecord } from '#server/modules/purchases/reward-queries.ts'
import { dropKeptPrices } from '#server/modules/reward-goals/queries.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { assertGiftCardAvailable } from './gift-card-catalog.ts'
import { presentRewards } from './present.ts'
import { normalizeRewardKind, giftCardFromReward, isSameGiftCard } from './reward-kinds.ts'
import {
  countRewards,
  findPictureId,
  insertRewards,
  lockActiveReward,
  markRewardDeleted,
  updateRewardFields,
  wasRedeemed,
} from './queries.ts'

type RewardInput<T> = { actor: Actor; at: Date; file: Buffer | undefined; body: T }

async function loadReward(trx: Trx, workspaceId: string, id: string): Promise<Reward> {
  const row = await findReward(trx, workspaceId, id)
  if (!row) return throwRefusal('not_found')
  const [reward] = await presentRewards(trx, workspaceId, [row])
  return reward ?? throwRefusal('not_found')
}

/** Returns the audience to store: null for everyone. Throws the errors of `assertAudience`. */
async function checkAudience(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Actor,
  { audience, before, at }: Record<'audience' | 'before', AudienceInput | null> & { at: Date },
): Promise<AudienceInput | null> {
  if (!audience || !hasConditions(audience)) return null
  await assertAudience(trx, workspaceId, audience, toLocalDay(at, timezone), { before })
  return audience
}

const toJson = (audience: AudienceInput | null) => audience && JSON.stringify(audience)

/**
 * Checks the maximum number of rewards under the settings lock, which serializes concurrent
 * creations. Returns the team's language.
 */
async function reserveRewardSlot(trx: Trx, workspaceId: string) {
  const { language } = await lockSettings(trx, workspaceId)
  if ((await countRewards(trx, workspaceId)) >= limits.rewards_max)
    throwRefusal('rewards_full', { params: { finish: limits.rewards_max } })
  return language
}

/** Creates a reward of any kind. */
export async function createReward(
  services: Services,
  { actor, at, file, body }: RewardInput<RewardCreate>,
): Promise<Reward> {
  const { workspace_id: workspaceId, timezone } = actor
  const fields = normalizeRewardKind(body, { at, timezone })
  const category =
    body.category ?? (body.type === 'automatic' ? 'money_and_giftcards' : 'uncategorised')
  await assertGiftCardAvailable(services, giftCardFromReward(fields))
  const picture = file ? await storePicture(services, actor, 'reward', file, at) : null
  return withPictureCleanup(services, actor, picture, () =>
    services.db.tenant(workspaceId, async (trx) => {
      await reserveRewardSlot(trx, workspaceId)
      const pictureFileId = picture && (await insertPictureRow(trx, actor, picture, at))
      const id = newId(at)
      const audience = await checkAudience(trx, actor, {
        audience: body.audience,
        before: null,
        at,
      })
      await insertRewards(trx, [
        {
          workspace_id: workspaceId,
          id,
          ...fields,
          category,
          audience: toJson(audience),
          picture_file_id: pictureFileId,
          created_at: at,
          deleted_at: null,
        },
      ])
      await audit(
        trx,
        actor,
        'reward.create',
        {
          reward_id: id,
          title: body.title,
          price: body.price,
          type: body.type,
          reward_type: body.reward_type,
        },
        at,
      )
      return loadReward(trx, workspaceId, id)
    }),
  )
}

/** Shortens a long text for the audit log. */
const truncateForAudit = (value: unknown) =>
  typeof value === 'string' && value.length > 100 ? `${value.slice(0, 99)}…`.toWellFormed() : value

/**
 * Stores the changed fields of a reward, with an entry in the audit log. A changed demo reward is one
 * of the team, which stays when the demo data is removed.
 */
async function storeChanges(
  trx: Trx,
  actor: Actor,
  old: RewardRecord,
  after: Partial<RewardRecord> & Pick<RewardRecord, 'title' | 'audience'>,
  at: Date,
): Promise<void> {
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (field) => !isDeepStrictEqual(after[field], old[field]),
  )
  if (!changed.length) return
  const { audience, ...fields } = Object.fromEntries(
    changed.map((field) => [field, after[field]]),
  ) as Partial<RewardRecord>
  await updateRewardFields(trx, actor.workspace_id, old.id, {
    ...fields,
    ...(audience === undefined ? {} : { audience: toJson(audience) }),
    demo: false,
  })
  const details = Object.fromEntries(
    changed
      .filter((field) => field !== 'audience')
      .map((field) => [
        field,
        { from: truncateForAudit(old[field]), to: truncateForAudit(after[field]) },
      ]),
  )
  await audit(
    trx,
    actor,
    'reward.update',
    {
      reward_id: old.id,
      title: after.title,
      ...details,
      // Groups and people are ids, which say nothing to a reader.
      ...(audience === undefined ? {} : { fields: ['audience'] }),
    },
    at,
  )
}

/** Updates any part of a reward. The row lock serializes this with concurrent redemptions. */
export async function updateReward(
  services: Services,
  id: string,
  { actor, at, file, body }: RewardInput<RewardUpdate>,
): Promise<Reward> {
  const { workspace_id: workspaceId, timezone } = actor
  const { remove_picture: removePicture, ...fields } = body
  const seen = await services.db.tenant(workspaceId, (trx) => findReward(trx, workspaceId, id))
  if (!seen) throwRefusal('not_found')
  // Check the catalog before locking the row: a provider may respond slowly.
  const card = giftCardFromReward(
    normalizeRewardKind({ ...seen, ...fields }, { at, timezone, kept: seen.deadline }),
  )
  if (!isSameGiftCard(card, giftCardFromReward(seen))) await assertGiftCardAvailable(services, card)
  const picture = file ? await storePicture(services, actor, 'reward', file, at) : null
  return withPictureCleanup(services, actor, picture, () =>
    services.db.tenant(workspaceId, async (trx) => {
      const old = await lockActiveReward(trx, workspaceId, id)
      if (!old) throwRefusal('not_found')
      const updated = normalizeRewardKind(
        { ...old, ...fields },
        { at, timezone, kept: old.deadline },
      )
      if (!isSameGiftCard(giftCardFromReward(updated), card)) throwRefusal('conflict')
      const kind = (['type', 'reward_type'] as const).find((field) => updated[field] !== old[field])
      if (kind && (await wasRedeemed(trx, workspaceId, id)))
        throwRefusal('kind_fixed', { field: kind })
      const keptPictureId = removePicture ? null : old.picture_file_id
      const pictureFileId = picture
        ? await insertPictureRow(trx, actor, picture, at)
        : keptPictureId
      const audience =
        fields.audience === undefined
          ? old.audience
          : await checkAudience(trx, actor, {
              audience: fields.audience,
              before: old.audience,
              at,
            })
      const after = { ...updated, audience, picture_file_id: pictureFileId }
      await storeChanges(trx, actor, old, after, at)
      // A kept price would buy another gift card than the one it was for. A team reward keeps none.
      if (kind || !isSameGiftCard(card, giftCardFromReward(old)))
        await dropKeptPrices(trx, workspaceId, id)
      return loadReward(trx, workspaceId, id)
    }),
  )
}

/** Returns the title of a copy, shortened to the maximum length. */
function copyTitle(title: string, language: Actor['language']): string {
  const fullTitle = translate(language, 'exports', 'copy', { title })
  const excess = fullTitle.length - limits.reward_title_chars_max
  return excess <= 0
    ? fullTitle
    : translate(language, 'exports', 'copy', {
        title: `${title
          .slice(0, -excess - 1)
          .toWellFormed()
          .replaceAll('\uFFFD', '')
          .trimEnd()}…`,
      })
}

/**
 * Duplicates a reward with its own copy of the picture, so that both can be changed and deleted
 * independently.
 */
export async function duplicateReward(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<Reward> {
  const { workspace_id: workspaceId } = actor
  const pictureId = await services.db.tenant(workspaceId, (trx) =>
    findPictureId(trx, workspaceId, id),
  )
  const picture = pictureId === null ? null : await copyPictureFile(services, actor, pictureId, at)
  return withPictureCleanup(services, actor, picture, () =>
    services.db.tenant(workspaceId, async (trx) => {
      const language = await reserveRewardSlot(trx, workspaceId)
      const old = await lockActiveReward(trx, workspaceId, id)
      if (!old) throwRefusal('not_found')
      if (old.picture_file_id !== pictureId) throwRefusal('conflict')
      const pictureFileId = picture && (await insertPictureCopy(trx, actor, picture, at))
      const [copy, title] = [newId(at), copyTitle(old.title, language)]
      // A past deadline is dropped.
      const deadline =
        old.deadline !== null && old.deadline > toLocalDay(at, actor.timezone) ? old.deadline : null
      await insertRewards(trx, [
        {
          ...old,
          audience: toJson(old.audience),
          id: copy,
          title,
          deadline,
          picture_file_id: pictureFileId,
          demo: false,
          created_at: at,
        },
      ])
      await audit(trx, actor, 'reward.duplicate', { reward_id: copy, of_id: id, title }, at)
      return loadReward(trx, workspaceId, copy)
    }),
  )
}

/** Deletes a reward from the shop. Purchases keep their copy of its fields. */
export async function deleteReward(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  await db.tenant(actor.workspace_id, async (trx) => {
    const title = await markRewardDeleted(trx, actor.workspace_id, id, at)
    if (title === undefined) throwRefusal('not_found')
    await audit(trx, actor, 'reward.delete', { reward_id: id, title }, at)
  })
}
