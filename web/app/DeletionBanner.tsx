import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import css from './shell.module.css'
import { useCall } from '#web/shared/use-call.ts'

/** Shows the scheduled deletion of the team on every page; account administrators can cancel it. */
export function DeletionBanner({ config }: { config: AppConfig }) {
  const { t } = useTranslation('leaving')
  const keep = useCall('workspace.cancel_deletion', {
    waitsFor: ['config'],
    onSuccess: () => notifySuccess(t('deletion.kept')),
    onError: (error) => notifyError(t, error),
  })
  const { deletion, workspace, settings, abilities, impersonated } = config
  if (!deletion) return null
  const facts = {
    team: workspace.name,
    day: formatDateTime(deletion.due_at, settings.timezone),
    name: deletion.asked_by?.name || t('common:former'),
  }
  return (
    <section className={css['deletion']} aria-label={t('deletion.label')}>
      <p>{t('deletion.text', facts)}</p>
      {abilities.includes('manage_workspace') && !impersonated ? (
        <button
          type="button"
          className={`plain ${css['bannerEnd']}`}
          aria-disabled={keep.isPending}
          onClick={() => {
            if (!keep.isPending) keep.mutate()
          }}
        >
          {t('deletion.keep')}
        </button>
      ) : null}
    </section>
  )
}
