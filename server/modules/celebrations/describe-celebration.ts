import type { Language } from '#contract/schemas/common.ts'
import type { CelebrationKind, CelebrationTexts } from '#contract/schemas/celebrations.ts'
import type { Occasion } from '#contract/schemas/occasions.ts'
import { nameOfPerson } from '#server/modules/people/present.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { CelebratedPerson, RuleRow } from './queries.ts'

const defaultTextsCount = 3

type Celebrated = Pick<
  CelebratedPerson,
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'language'
  | 'team_language'
  | 'team'
  | 'manager_name'
>

/** Returns the texts of Laurel for a kind. */
function defaultTexts(language: Language, kind: CelebrationKind): string[] {
  return Array.from({ length: defaultTextsCount }, (_, index) =>
    translate(language, 'celebrations', `default.${kind}.${index + 1}`),
  )
}

/** Returns the texts of a kind for a person: in their language, or in that of the team. */
function textsFor(kind: CelebrationKind, texts: CelebrationTexts, person: Celebrated): string[] {
  const own = texts[person.language]
  if (own?.length) return own
  const ofTeam = texts[person.team_language]
  return ofTeam?.length ? ofTeam : defaultTexts(person.language, kind)
}

/** A number that is constant for a person, so that texts take turns by year. */
const seedOf = (id: string) => Number.parseInt(id.slice(-6), 16)

/**
 * Returns the text of a celebration. The texts of a kind take turns by year, so that none repeats
 * before all were used.
 */
export function describeCelebration(
  kind: CelebrationKind,
  texts: CelebrationTexts,
  person: Celebrated,
  { year, years }: { year: number; years: number | null },
): string {
  const variants = textsFor(kind, texts, person)
  const text = variants[(seedOf(person.id) + year) % variants.length] ?? ''
  const name = nameOfPerson(person)
  const params: Record<string, string> = {
    first_name: person.first_name || name,
    name,
    team: person.team,
    manager: person.manager_name ?? '',
    years: years === null ? '' : String(years),
  }
  const filled = text.replaceAll(/\{(\w+)\}/g, (all, name: string) => params[name] ?? all)
  const isDefault = !texts[person.language]?.length && !texts[person.team_language]?.length
  return kind === 'welcome' && isDefault && person.manager_name
    ? `${filled} ${translate(person.language, 'celebrations', 'default.manager', params)}`
    : filled
}

/** Returns the points of a day, by the years with the company. */
export const pointsOf = (
  { points, points_by_year: byYear }: Pick<RuleRow, 'points' | 'points_by_year'>,
  years: number | null,
): number => byYear.find((row) => row.years === years)?.points ?? points

export const occasionOf = (kind: CelebrationKind, years: number | null): Occasion => ({
  kind,
  ...(years === null ? {} : { years }),
})
