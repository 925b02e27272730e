import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { type Achievement, signCredential } from '#server/modules/badges/credential.ts'
import { loadSigningIssuer } from '#server/modules/badges/keys.ts'
import { renderBadgePicture } from '#server/modules/badges/picture.ts'
import type { GraceRow } from '#server/modules/leavers/queries.ts'
import { findContactAddress } from '#server/modules/personal-addresses/address.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { bcp47Tag, translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { type BadgeRow, listBadges } from './queries.ts'

/** Returns the badges of a leaver, that of the latest thanks first. */
export async function loadBadges(
  { db }: Services,
  { workspace_id: workspaceId, user_id: userId }: GraceRow,
): Promise<OutputOf<'leavers.badges'>> {
  const rows = await db.tenant(workspaceId, (trx) =>
    listBadges(trx, workspaceId, userId, { limit: limits.leaver_badges_max }),
  )
  return {
    badges: rows.map(
      ({ value_id: valueId, name, emoji, count, first_day: firstDay, last_day: lastDay }) => ({
        value_id: valueId,
        name,
        emoji,
        count,
        first_day: firstDay,
        last_day: lastDay,
      }),
    ),
  }
}

/** Returns the texts of a badge: numbers and days, but nothing that people wrote about the thanks. */
function describeBadge(badge: BadgeRow, team: string, language: Language) {
  const days = new Intl.DateTimeFormat(bcp47Tag(language), { dateStyle: 'long', timeZone: 'UTC' })
  const thanked = translatePlural(language, 'exports', 'badges.thanked', badge.count)
  const achievement: Achievement = {
    name: badge.name,
    description: translatePlural(language, 'exports', 'badges.description', badge.people, {
      times: thanked,
      team,
      period: days.formatRange(new Date(badge.first_day), new Date(badge.last_day)),
    }),
    criteria: translate(language, 'exports', 'badges.criteria'),
    firstDay: badge.first_day,
    lastDay: badge.last_day,
  }
  return { thanked, achievement }
}

/**
 * Returns the signed badge of a value as SVG, issued to the address that got the link. Throws
 * not_found for a value with which the leaver was not thanked.
 */
export async function renderBadge(
  services: Services,
  { workspace_id: workspaceId, user_id: userId }: GraceRow,
  valueId: string,
  { language, at }: { language: Language; at: Date },
): Promise<Buffer> {
  const { db, config } = services
  const { badge, email } = await db.readSnapshot(workspaceId, async (trx) => {
    const [found] = await listBadges(trx, workspaceId, userId, { valueId, limit: 1 })
    return {
      badge: found ?? throwRefusal('not_found'),
      email: await findContactAddress(trx, config, workspaceId, userId),
    }
  })
  const issuer = await loadSigningIssuer(services, workspaceId, at)
  const { thanked, achievement } = describeBadge(badge, issuer.name, language)
  const { emoji, name } = badge
  const credential = await signCredential(issuer, achievement, email, at)
  return Buffer.from(renderBadgePicture({ emoji, name, team: issuer.name, thanked, credential }))
}
