// Child process that reads an uploaded file of posts. A hostile file can only affect this process,
// within the limits of platform/sandbox.
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import { readHistoryFrames } from './history-frames.ts'

await serveSandbox<null>(readHistoryFrames)
