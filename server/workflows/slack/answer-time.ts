import { secondMs } from '#contract/durations.ts'

/** Slack waits three seconds for an answer. */
export const answerMs = 2.5 * secondMs
