import { z } from 'zod'
import { type Change, topicOf, topics } from './topics.ts'

const names = new Set<string>(topics)
/** `topic` or `topic:thing`. */
export const change = z
  .string()
  .max(80)
  .refine((text): text is Change => names.has(topicOf(text as Change)))
/** A stream of server-sent events; the data of each is a JSON list of changes. */
export const event_stream = z.string()
