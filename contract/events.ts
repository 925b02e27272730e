import { z } from 'zod'
import { topics } from './topics.ts'

export const topic = z.enum(topics)
/** A stream of server-sent events; the data of each is a JSON list of topics. */
export const event_stream = z.string()
