import { z } from 'zod'
import { type Change, parseChangeTopic, changeTopics } from '#contract/change-topics.ts'

const topicNames = new Set<string>(changeTopics)
/** `topic` or `topic:thing`. */
export const changeSchema = z
  .string()
  .max(80)
  .refine((text): text is Change => topicNames.has(parseChangeTopic(text as Change)))
/** A stream of server-sent events; the data of each is a JSON list of changes. */
export const eventStream = z.string()
