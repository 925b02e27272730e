import type { Page } from 'playwright-core'
import { makeRunningExport, makeWorkspaceExportData } from '#tests/support/workspace-export-data.ts'

const exportsInEveryState = [
  makeRunningExport(),
  makeWorkspaceExportData({ open_gift_cards: 2 }),
  makeWorkspaceExportData({ state: 'failed', code: 'too_large', expires_at: null }),
]

/** Answers with archives of the team. */
export async function mockExports(page: Page, archives = exportsInEveryState): Promise<void> {
  await page.route('**/api/workspace/exports', (route) => route.fulfill({ json: archives }))
}
