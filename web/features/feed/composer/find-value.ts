import { limits } from '#contract/limits.ts'
import type { Value } from '#contract/schemas/values.ts'
import { guessValue } from '#contract/guess-value.ts'
import type { PostDraft } from './post-drafts.ts'

/** Longer texts are refused anyway, so guessing the value stops here. */
const guessTextCharsMax = 2 * limits.message_chars_max

/** Returns the guess of the value that the text of a draft is about. */
export const guessFor = ({ text }: PostDraft, values: readonly Value[]) =>
  guessValue(text.slice(0, guessTextCharsMax), values)

/** Returns the value of a draft: chosen, guessed, or the only one of the team. */
export const findValue = (draft: PostDraft, values: readonly Value[]): Value | undefined =>
  values.find(({ id }) => id === draft.value_id) ??
  guessFor(draft, values)?.value ??
  (values.length === 1 ? values[0] : undefined)
