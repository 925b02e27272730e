import type { Audience } from '#contract/schemas/audiences.ts'
import { includesEveryone } from '#web/shared/audiences/audience-form.ts'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { ChatRoute } from '../api/queries.ts'

/** Returns the groups and people of an audience that has no other condition, else null. */
function listAudienceNames(audience: Audience): string[] | null {
  const hasOtherConditions =
    audience.managers_only ||
    audience.tenure_months_from !== null ||
    audience.tenure_months_to !== null ||
    audience.excluded_groups.length > 0 ||
    audience.countries.length > 0
  if (hasOtherConditions) return null
  return [...audience.groups, ...audience.people].map(({ name }) => name)
}

/** Returns a function that says in words what a channel shows. */
export function useRouteSummary(): (route: ChatRoute) => string {
  const { t } = useTranslation('connections')
  const { values } = useConfig()
  return ({ kinds, value_ids: valueIds, audience }) => {
    const names = values.filter(({ id }) => valueIds.includes(id)).map(({ name }) => name)
    const audienceNames = audience ? listAudienceNames(audience) : null
    const audienceText = () => {
      if (!audience || includesEveryone(audience)) return t('app.channel.for_everyone')
      return audienceNames?.join(', ') ?? t('app.channel.for_some')
    }
    // A channel for values that are all retired shows nothing, not everything.
    const valuesText = valueIds.length && !names.length ? t('app.channel.retired_values') : ''
    return [
      ...kinds.map((kind) => t(`app.channel.kind.${kind}`)),
      names.join(', ') || valuesText,
      audienceText(),
    ]
      .filter(Boolean)
      .join(' · ')
  }
}
