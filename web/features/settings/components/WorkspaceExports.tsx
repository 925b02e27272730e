import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useCall } from '#web/shared/use-call.ts'
import { Card } from '#web/ui/Card.tsx'
import { workspaceExportsQuery } from '../api/workspace-exports.ts'
import css from './settings.module.css'
import { WorkspaceExportRow } from './WorkspaceExportRow.tsx'

/**
 * The section "Download everything": starts an archive of the team, and lists those that are kept.
 * `isLocked`: the danger zone is closed after a change of address, or for an impersonating operator.
 */
export function WorkspaceExports({ isLocked, isShown }: { isLocked: boolean; isShown: boolean }) {
  const { t } = useTranslation('settings')
  const { data, error, refetch } = useQuery({ ...workspaceExportsQuery, enabled: isShown })
  const exports = data ?? []
  const create = useCall('workspace_exports.create', {
    provesPresence: true,
    waitsFor: ['workspace_exports'],
    refetchesOnError: () => true,
    onError: (refusal) => notifyError(t, refusal),
  })
  const isBuilding = exports.some(({ state }) => state === 'in_progress')
  const isFull =
    exports.filter(({ state }) => state === 'finished').length >= limits.workspace_exports_max
  return (
    <Card>
      <div className={css['exportsHead']}>
        <div>
          <h2 className={css['heading']}>{t('danger.export.title')}</h2>
          <p>{t('danger.export.text', { days: limits.workspace_export_days })}</p>
        </div>
        <Button
          variant="default"
          disabled={isLocked || isBuilding || isFull}
          loading={create.isPending}
          onClick={() => create.mutate()}
        >
          {t('danger.export.create')}
        </Button>
      </div>
      {error && !data ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {exports.length ? (
        <ul className={css['exportList']}>
          {exports.map((archive) => (
            <WorkspaceExportRow key={archive.id} archive={archive} isLocked={isLocked} />
          ))}
        </ul>
      ) : null}
      {isFull ? <p className={css['hint']}>{t('danger.export.full')}</p> : null}
    </Card>
  )
}
