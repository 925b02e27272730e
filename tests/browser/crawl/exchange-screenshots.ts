import type { Page } from 'playwright-core'
import { mockExports } from '#tests/browser/support/export-states.ts'
import {
  historyImportPath,
  mockChecked,
  mockEnded,
  mockHistoryImports,
} from '#tests/browser/support/history-import-states.ts'
import { oauthScreenshots } from '#tests/browser/support/oauth-states.ts'
import {
  mockPeopleSync,
  mockSyncRun,
  syncRunPath,
} from '#tests/browser/support/people-sync-states.ts'
import { mockScim } from '#tests/browser/support/scim-states.ts'
import { makeWorkspaceExportData } from '#tests/support/workspace-export-data.ts'

/** The pictures of SCIM, people sync, imports of posts, archives and connected applications. */
export const exchangeScreenshots = [
  { name: 'scim', path: '/settings/scim', before: mockScim },
  { name: 'sync', path: '/settings/team/sync', before: mockPeopleSync },
  { name: 'sync-run', path: syncRunPath, before: mockSyncRun },
  { name: 'history-imports', path: '/settings/history-imports', before: mockHistoryImports },
  { name: 'history-compare', path: historyImportPath, before: mockChecked },
  { name: 'history-finished', path: historyImportPath, before: mockEnded },
  {
    name: 'danger-exports',
    path: '/settings/danger',
    before: (page: Page) => mockExports(page, [makeWorkspaceExportData()]),
  },
  ...oauthScreenshots,
]
