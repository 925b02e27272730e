import { z } from 'zod'
import { date, flag, id, namedObject, namedStrictObject, picture, text, time } from './common.ts'
import { limits } from '#contract/limits.ts'
import { occasion } from './occasions.ts'
import { person } from './users.ts'

/**
 * A card that colleagues sign before a celebration. The person sees it once it is delivered, with
 * the post about the day.
 */
const summary = {
  id: id('group_card'),
  /** The person of the celebration. */
  user: person,
  occasion,
  /** The day of the celebration. */
  date,
  delivered_at: time.nullable(),
  /** Whether the reader has signed. */
  signed: z.boolean(),
  signature_count: z.number().int(),
}
export const groupCardSummary = namedObject('GroupCardSummary', summary)
export type GroupCardSummary = z.infer<typeof groupCardSummary>
/** Only the person sees hidden signatures, to show them again. */
const signature = namedObject('GroupCardSignature', {
  user: person,
  text: z.string(),
  picture,
  hidden: z.boolean(),
  /** Whether the person reported it, for the person only. */
  reported: z.boolean(),
  created_at: time,
})
export const groupCard = namedObject('GroupCard', {
  ...summary,
  signatures: z.array(signature),
  abilities: z.object({ sign: z.boolean(), hide: z.boolean() }),
})
export type GroupCard = z.infer<typeof groupCard>

/** `to_sign`: open cards for the reader. `received`: delivered cards of the reader, newest first. */
export const groupCardsQueryParams = z.strictObject({
  filter: z.enum(['to_sign', 'received'], 'wrong_format').default('to_sign'),
})
export const groupCardSignatureInput = namedStrictObject('GroupCardSignatureInput', {
  text: text(1, limits.signature_chars_max, 'required', 'message_too_long'),
})
export const signatureParams = z.strictObject({ id: id('group_card'), user_id: id('user') })
/** A signature that its person reported, for administrators of settings. */
export const reportedSignature = namedObject('ReportedSignature', {
  card_id: id('group_card'),
  /** The person of the card. */
  person,
  occasion,
  date,
  /** Who signed. */
  user: person,
  text: z.string(),
  picture,
  created_at: time,
  reported_at: time,
})
export type ReportedSignature = z.infer<typeof reportedSignature>
/** `remove`: delete the signature. Otherwise it stays hidden, and its person decides. */
export const signatureDecision = namedStrictObject('SignatureDecision', { remove: flag })
export const signatureHiding = namedStrictObject('SignatureHiding', { hidden: flag })
