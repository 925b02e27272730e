// Child process that reads an uploaded list. A hostile file can only affect this process, within
// the limits of platform/sandbox.
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import { readListFrames } from './list-frames.ts'

await serveSandbox<null>(readListFrames)
