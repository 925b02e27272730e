import type { Audience, AudienceInput } from '#contract/schemas/audiences.ts'
import { parseWholeNumber } from '#web/lib/whole-number.ts'

type Named = { id: string; name: string }
/** An audience as a form holds it: groups and people with their names, months as typed. */
export type AudienceForm = {
  groups: Named[]
  excludedGroups: Named[]
  managersOnly: boolean
  countries: string[]
  tenureFrom: string
  tenureTo: string
  people: Named[]
}

const audienceParts = [
  'group_ids',
  'excluded_group_ids',
  'countries',
  'tenure_months_from',
  'tenure_months_to',
  'user_ids',
]
/** Returns the names of the fields of an audience in a form, for `useServerForm`. */
export const listAudienceFields = (name: string): string[] => [
  name,
  ...audienceParts.map((part) => `${name}.${part}`),
]

const toNamed = ({ id, name }: Named): Named => ({ id, name })
const toText = (months: number | null): string => (months === null ? '' : String(months))

/** Returns the form of an audience; without one, that of everyone. */
export const toAudienceForm = (audience?: Audience): AudienceForm => ({
  groups: (audience?.groups ?? []).map(toNamed),
  excludedGroups: (audience?.excluded_groups ?? []).map(toNamed),
  managersOnly: audience?.managers_only ?? false,
  countries: audience?.countries ?? [],
  tenureFrom: toText(audience?.tenure_months_from ?? null),
  tenureTo: toText(audience?.tenure_months_to ?? null),
  people: (audience?.people ?? []).map(toNamed),
})

/** Returns the months of an audience as typed. They need a check, as `toAudienceInput` has none. */
export const listTypedMonths = ({ tenureFrom, tenureTo }: AudienceForm): string[] => [
  tenureFrom,
  tenureTo,
]

const ids = (list: Named[]) => list.map(({ id }) => id)
/** Returns the audience of a form. Months that are no whole number are left out. */
export const toAudienceInput = (form: AudienceForm): AudienceInput => ({
  group_ids: ids(form.groups),
  excluded_group_ids: ids(form.excludedGroups),
  managers_only: form.managersOnly,
  countries: form.countries,
  tenure_months_from: parseWholeNumber(form.tenureFrom) || null,
  tenure_months_to: parseWholeNumber(form.tenureTo) || null,
  user_ids: ids(form.people),
})

/** Returns whether an audience has no condition, so that it includes everyone. */
export const includesEveryone = (audience: Audience): boolean =>
  !audience.managers_only &&
  audience.tenure_months_from === null &&
  audience.tenure_months_to === null &&
  !audience.groups.length &&
  !audience.excluded_groups.length &&
  !audience.countries.length &&
  !audience.people.length
