import { defineWorker } from '#server/platform/background/define-worker.ts'
import { deleteOrphanedFiles } from './orphaned-files.ts'
import { deleteExpired } from './service.ts'

/** Deletes expired data. */
export const retentionWorker = defineWorker({
  name: 'retention',
  nightlyAtHourUtc: 2,
  async run(services, stopped) {
    const deleted = await deleteExpired(services, stopped)
    services.log.info(
      { ...deleted, stored_files: await deleteOrphanedFiles(services, stopped) },
      'expired data deleted',
    )
  },
})
