import { afterAll, beforeEach, vi } from 'vitest'
import { findSkipReason } from './citus.ts'
import { removeFoldersOfFile } from './temporary-folders.ts'

// The files of a worker share their modules, so each file ends with the state it found. This hook is
// the first one registered, so it runs after the hooks of the file.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  removeFoldersOfFile()
})

beforeEach(({ task, skip }) => {
  const reason = findSkipReason(task.file.filepath, task.name)
  if (reason) skip(reason)
})
