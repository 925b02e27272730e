import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WorkspaceExport } from '#contract/schemas/workspace-exports.ts'
import { formatDateTime, formatFileSize, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ProgressTrack } from '#web/shared/people-files/ProgressTrack.tsx'
import { useCall } from '#web/shared/use-call.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import css from './settings.module.css'

type RowProps = { archive: WorkspaceExport; isLocked: boolean }

/** What a finished archive contains, and how to verify it. */
function FinishedDetails({ archive }: { archive: WorkspaceExport }) {
  const { t } = useTranslation('settings')
  const {
    settings: { timezone },
  } = useConfig()
  return (
    <>
      <span>
        {[
          formatFileSize(archive.bytes),
          t('danger.export.rows', { count: archive.rows, number: formatNumber(archive.rows) }),
          t('danger.export.pictures', {
            count: archive.pictures,
            number: formatNumber(archive.pictures),
          }),
        ].join(' · ')}
      </span>
      {archive.expires_at ? (
        <span>
          {t('danger.export.expires', { time: formatDateTime(archive.expires_at, timezone) })}
        </span>
      ) : null}
      {archive.open_gift_cards ? (
        <span>{t('danger.export.gift_cards', { count: archive.open_gift_cards })}</span>
      ) : null}
      <details className={css['exportKey']}>
        <summary>{t('danger.export.signature')}</summary>
        <p>{t('danger.export.signature_text')}</p>
        <span>{t('danger.export.fingerprint')}</span>
        <code className={css['exportCode']}>{archive.fingerprint}</code>
      </details>
    </>
  )
}

/** Why an archive failed, with the command of the operator if it is too large. */
function FailedDetails({ code }: { code: NonNullable<WorkspaceExport['code']> }) {
  const { t } = useTranslation('settings')
  const { workspace } = useConfig()
  return (
    <>
      <span>{t(`danger.export.problem.${code}`)}</span>
      {code === 'too_large' ? (
        <code className={css['exportCode']}>laurel export-workspace {workspace.id} ./archive</code>
      ) : null}
    </>
  )
}

/** The buttons of an archive. `titleId`: the element that names it. */
function ArchiveActions({
  archive: { id, state },
  isLocked,
  titleId,
}: RowProps & { titleId: string }) {
  const { t } = useTranslation('settings')
  const [isAsked, setIsAsked] = useState(false)
  const options = {
    input: () => ({ params: { id } }),
    refetchesOnError: () => true,
    onError: (error: unknown) => {
      setIsAsked(false)
      notifyError(t, error)
    },
  }
  const remove = useCall('workspace_exports.delete', {
    ...options,
    waitsFor: ['workspace_exports'],
  })
  const download = useCall('workspace_exports.link', {
    ...options,
    provesPresence: true,
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <div className={css['exportActions']}>
      {state === 'finished' ? (
        <Button
          size="sm"
          disabled={isLocked}
          loading={download.isPending}
          aria-describedby={titleId}
          onClick={() => download.mutate()}
        >
          {t('danger.export.download')}
        </Button>
      ) : null}
      <Button
        size="sm"
        variant="default"
        disabled={isLocked}
        loading={remove.isPending}
        aria-describedby={titleId}
        onClick={() => (state === 'finished' ? setIsAsked(true) : remove.mutate())}
      >
        {t(state === 'in_progress' ? 'danger.export.stop' : 'danger.export.delete')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('danger.export.ask')}
        text={t('danger.export.ask_text')}
        confirm={t('danger.export.delete')}
        cancel={t('common:cancel')}
        busy={remove.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={() => remove.mutate()}
      />
    </div>
  )
}

/** An archive that is being built, can be downloaded or has failed. */
export function WorkspaceExportRow({ archive, isLocked }: RowProps) {
  const { t } = useTranslation('settings')
  const {
    settings: { timezone },
  } = useConfig()
  const { state } = archive
  const titleId = `export-${archive.id}`
  const name = archive.requested_by?.name || t('common:former')
  const time = formatDateTime(archive.created_at, timezone)
  return (
    <li>
      <div className={css['exportText']}>
        <strong id={titleId} data-state={state}>
          {t(`danger.export.${state}`, { time })}
        </strong>
        <span>
          {state === 'finished'
            ? t('danger.export.requested_by', { name })
            : t('danger.export.requested', { name, time })}
        </span>
        {state === 'in_progress' ? (
          <div className={css['exportProgress']}>
            <ProgressTrack
              labelId={titleId}
              percent={archive.progress}
              count={formatPercent(archive.progress / 100)}
            />
            <span>{t('danger.export.leave')}</span>
          </div>
        ) : null}
        {state === 'finished' ? <FinishedDetails archive={archive} /> : null}
        {archive.code ? <FailedDetails code={archive.code} /> : null}
      </div>
      <ArchiveActions archive={archive} isLocked={isLocked} titleId={titleId} />
    </li>
  )
}
