import type { OwnNomination } from '#contract/schemas/nominations.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** A nomination as its form holds it. */
export type NominationValues = {
  nominee: { id: string; name: string } | null
  text: string
  answers: string[]
  sharing: OwnNomination['sharing']
  may_quote: boolean
}

const sharings = ['named', 'anonymous', 'nothing'] as const
type UnknownRecord = { [key: string]: unknown }
const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null
const isString = (value: unknown): value is string => typeof value === 'string'

/** Returns the valid parts of a stored draft; invalid parts are left out. */
function parseDraft(stored: string | null, empty: NominationValues): NominationValues {
  const value: unknown = JSON.parse(stored ?? 'null')
  if (!isRecord(value)) return empty
  const { nominee, text, answers, sharing } = value
  return {
    nominee:
      isRecord(nominee) && isString(nominee['id']) && isString(nominee['name'])
        ? { id: nominee['id'], name: nominee['name'] }
        : null,
    text: isString(text) ? text : '',
    answers: empty.answers.map((_, index) => {
      const answer: unknown = Array.isArray(answers) ? answers[index] : undefined
      return isString(answer) ? answer : ''
    }),
    sharing: sharings.find((one) => one === sharing) ?? empty.sharing,
    may_quote: value['may_quote'] === true,
  }
}

const isUntouched = ({ nominee, text, answers }: NominationValues) =>
  nominee === null && !text && answers.every((answer) => !answer)

/**
 * Returns the draft of a nomination in a round. localStorage keeps it across reloads until the
 * person logs out; an impersonated session keeps nothing.
 */
export function openNominationDraft(
  { workspace, user, impersonated }: AppConfig,
  roundId: string,
  empty: NominationValues,
) {
  const name = `laurel.draft.nomination.${workspace.id}.${user.id}.${roundId}`
  return {
    read: (): NominationValues => {
      try {
        return impersonated ? empty : parseDraft(localStorage.getItem(name), empty)
      } catch {
        return empty
      }
    },
    write: (values: NominationValues): void => {
      if (impersonated) return
      try {
        if (isUntouched(values)) localStorage.removeItem(name)
        else localStorage.setItem(name, JSON.stringify(values))
      } catch {
        // Without storage, or with a full storage, the draft lives as long as the page.
      }
    },
  }
}
