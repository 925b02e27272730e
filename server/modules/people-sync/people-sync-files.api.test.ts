import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hourMs } from '#contract/durations.ts'
import type { InputOf } from '#tests/support/test-app.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import {
  continueSyncRun,
  listSyncChanges,
  sendPeopleFile,
  syncPeople,
} from '#tests/support/people-sync.ts'
