import { Alert, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { FileDrop, uploadErrorText } from '#web/shared/people-files/FileDrop.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import {
  type PeopleSyncRun,
  type PeopleSyncSettings,
  useCheckFile,
  useFetchFile,
} from '../api/queries.ts'
import css from './people-sync.module.css'

/** Checks a file of the browser, or that of the source, and opens its differences. */
export function CheckFileSection({ settings }: { settings: PeopleSyncSettings }) {
  const { t } = useTranslation('imports')
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string | null>(null)
  const callbacks = {
    onSuccess: ({ id }: PeopleSyncRun) =>
      void navigate({ to: '/settings/team/sync/$id', params: { id } }),
    onError: (error: unknown) =>
      setProblem(
        error instanceof ApiCallError && error.has('conflict')
          ? t('sync.try.busy')
          : uploadErrorText(t, error),
      ),
  }
  const upload = useCheckFile(settings.coverage, callbacks)
  const fetchFile = useFetchFile(callbacks)
  const checkFile = (file: File) => {
    if (fetchFile.isPending) return
    setProblem(null)
    if (file.size > limits.import_bytes_max) setProblem(t('errors:file_too_large'))
    else upload.mutate(file)
  }
  return (
    <SettingsSection title={t('sync.try.title')} text={t('sync.try.text')}>
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      {settings.source === 'api' ? null : (
        <div className={css['fetch']}>
          <p className={css['text']}>{t('sync.try.fetch_text')}</p>
          <Button
            leftSection={<IconRefresh size={18} aria-hidden="true" />}
            loading={fetchFile.isPending}
            disabled={upload.isPending}
            onClick={() => {
              setProblem(null)
              fetchFile.mutate()
            }}
          >
            {t('sync.try.fetch')}
          </Button>
        </div>
      )}
      <FileDrop reading={upload.isPending ? upload.variables.name : undefined} onFile={checkFile} />
    </SettingsSection>
  )
}
