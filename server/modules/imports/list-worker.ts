// The process that reads an uploaded list: whatever the file does happens here, within the limits
// of platform/sandbox.
import { serveSandbox } from '#server/platform/sandbox/child.ts'
import { readListFrames } from './list-frames.ts'

await serveSandbox<null>(readListFrames)
