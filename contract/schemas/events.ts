import { z } from 'zod'
import { type Change, parseChangeTopic, changeTopics } from '#contract/change-topics.ts'

const topicNames = new Set<string>(changeTopics)
/** `topic` or `topic:id`. */
export const changeSchema = z
  .string()
  .max(80)
  .refine((text): text is Change => topicNames.has(parseChangeTopic(text as Change)))
/** A stream of server-sent events. The data of each event is a JSON list of changes. */
export const eventStream = z.string()
