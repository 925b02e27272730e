import '@mantine/core/styles/PasswordInput.css'
import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import { peopleSyncSchedules } from '#contract/people-sync.ts'
import { apiPrefix } from '#contract/routes/route.ts'
import { routes } from '#contract/routes/index.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import type { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { CopyButton, CopyField } from '#web/shared/settings/CopyField.tsx'
import { ScrollPane } from '#web/ui/ScrollPane.tsx'
import type { PeopleSyncSettings } from '../api/queries.ts'
import css from './people-sync.module.css'
import { keepsAuthorization, type SourceValues } from './source-form.ts'

type Props = {
  form: ReturnType<typeof useServerForm<SourceValues>>
  settings: PeopleSyncSettings
}

/** Returns the command that sends a file to this server. */
const uploadCommand = (coverage: SourceValues['coverage']): string =>
  [
    `curl -X PUT '${location.origin}${apiPrefix}${routes['people_sync.upload'].path}?coverage=${coverage}'`,
    `-H "Authorization: Bearer $TOKEN"`,
    '-F file=@people.csv',
  ].join(' \\\n  ')

/** The command that sends the file, and where its token comes from. */
function ApiPlace({ coverage }: Pick<SourceValues, 'coverage'>) {
  const { t } = useTranslation('imports')
  const command = uploadCommand(coverage)
  return (
    <div className={css['place']}>
      <p className={css['text']}>{t('sync.source.api_text')}</p>
      <ScrollPane className={css['command']} label="curl">
        <pre>{command}</pre>
      </ScrollPane>
      <div className={css['actions']}>
        <CopyButton text={command} label={t('sync.source.copy')} />
        <p className={css['text']}>
          {t('sync.source.token')} <Link to="/edit-profile">{t('sync.source.token_link')}</Link>
        </p>
      </div>
    </div>
  )
}

/** The address of the file and its authorization, which is only written. */
function HttpsPlace({ form, settings }: Props) {
  const { t } = useTranslation('imports')
  const isKept = keepsAuthorization(form.values, settings)
  const isLost = settings.has_authorization && form.values.address.trim() !== settings.address
  const hint = isLost ? t('sync.source.authorization_again') : t('sync.source.authorization_hint')
  return (
    <>
      <TextInput
        label={t('sync.source.address')}
        type="url"
        name="address"
        autoComplete="off"
        placeholder="https://hr.example.com/people.csv"
        maxLength={limits.people_sync_address_chars_max}
        {...form.getInputProps('address')}
      />
      <div className={css['place']}>
        <PasswordInput
          label={t('sync.source.authorization')}
          description={isKept ? t('sync.source.authorization_kept') : hint}
          name="authorization"
          autoComplete="off"
          placeholder="Bearer …"
          maxLength={limits.people_sync_authorization_chars_max}
          {...form.getInputProps('authorization')}
        />
        {settings.has_authorization && !isLost ? (
          <Checkbox
            label={t('sync.source.authorization_remove')}
            {...form.getInputProps('removes_authorization', { type: 'checkbox' })}
          />
        ) : null}
      </div>
    </>
  )
}

/** The folder of the team on the server, and the name of the file in it. */
function FolderPlace({ form, settings }: Props) {
  const { t } = useTranslation('imports')
  return (
    <>
      <div className={css['place']}>
        <CopyField label={t('sync.source.folder_label')} value={settings.folder_path} />
        <p className={css['text']}>{t('sync.source.folder_text')}</p>
      </div>
      <TextInput
        label={t('sync.source.file_name')}
        name="file_name"
        autoComplete="off"
        placeholder="people.csv"
        maxLength={limits.people_sync_file_name_chars_max}
        {...form.getInputProps('file_name')}
      />
    </>
  )
}

/** What the chosen source needs. */
export function SourcePlace({ form, settings }: Props) {
  const { source, coverage } = form.values
  if (source === 'https') return <HttpsPlace form={form} settings={settings} />
  if (source === 'folder') return <FolderPlace form={form} settings={settings} />
  return <ApiPlace coverage={coverage} />
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** How often the file is fetched, and when next. */
export function ScheduleFields({ form, settings }: Props) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const { next_run_at: nextRunAt } = settings
  return (
    <div className={css['place']}>
      <div className={css['schedule']}>
        <NativeSelect
          label={t('sync.source.schedule')}
          data={peopleSyncSchedules.map((value) => ({ value, label: t(`sync.source.${value}`) }))}
          {...form.getInputProps('schedule')}
        />
        {form.values.schedule === 'daily' ? (
          <NativeSelect
            label={t('sync.source.hour', { timezone: timezone.replaceAll('_', ' ') })}
            data={hours}
            {...form.getInputProps('hour')}
          />
        ) : null}
      </div>
      {nextRunAt !== null && !form.isDirty() ? (
        <p className={css['text']}>
          {t('sync.source.next', { date: formatDateTime(nextRunAt, timezone) })}
        </p>
      ) : null}
    </div>
  )
}
