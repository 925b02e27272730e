import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  DownloadItems,
  DownloadMenu,
  fileAndLineFormats,
  type FileOrLineFormat,
  useDownload,
} from '#web/shared/FileFormat.tsx'
import { PhoneFilterBar, PhoneListMenu } from '#web/shared/settings/PhoneFilterBar.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useAddressField } from '#web/shared/use-address-field.ts'
import { call } from '#web/lib/client.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import { auditAreaChoices, type AuditView } from '../audit-view.ts'
import css from './audit-log.module.css'

type Props = { view: AuditView; change: (part: Partial<AuditView>) => void }

/** The choice of an administrator, who is the usual author of an entry. */
function ActorSelect({ view, change }: Props) {
  const { t } = useTranslation('settings')
  const nameOf = usePersonName()
  const administrators = useQuery({
    queryKey: queryKey('people', 'administrators'),
    queryFn: ({ signal }) => call('people.administrators', { signal }),
  }).data
  const isMissing =
    view.actor_id !== undefined && !administrators?.some(({ user }) => user.id === view.actor_id)
  return (
    <NativeSelect
      label={t('audit.filter.actor')}
      value={view.actor_id ?? ''}
      onChange={(event) => change({ actor_id: event.currentTarget.value || undefined })}
      data={[
        { value: '', label: t('audit.filter.anyone') },
        ...(administrators ?? []).map(({ user }) => ({ value: user.id, label: nameOf(user) })),
        ...(isMissing
          ? [{ value: view.actor_id ?? '', label: t('audit.filter.chosen_person') }]
          : []),
      ]}
    />
  )
}

const joinDays = (from = '', to = ''): string => `${from}/${to}`
const splitDays = (days: string) => {
  const [from = '', to = ''] = days.split('/')
  return { from, to, isReversed: from !== '' && to !== '' && from > to }
}

/** Two days, applied as soon as they are in order: a year that is typed begins as the year 2. */
function DayFields({ view, change }: Props) {
  const { t } = useTranslation('settings')
  const { typed, type } = useAddressField(joinDays(view.from, view.to), (days = '') => {
    const { from, to, isReversed } = splitDays(days)
    if (!isReversed) change({ from: from || undefined, to: to || undefined })
  })
  const { from, to, isReversed } = splitDays(typed)
  return (
    <>
      <TextInput
        type="date"
        label={t('audit.filter.from')}
        value={from}
        max={to}
        onChange={(event) => type(joinDays(event.currentTarget.value, to))}
      />
      <TextInput
        type="date"
        label={t('audit.filter.to')}
        value={to}
        min={from}
        error={isReversed ? t('audit.filter.reversed') : null}
        onChange={(event) => type(joinDays(from, event.currentTarget.value))}
      />
    </>
  )
}

/** Area, author and days. */
function FilterFields({ view, change }: Props) {
  const { t } = useTranslation('settings')
  return (
    <>
      <NativeSelect
        label={t('audit.filter.area')}
        value={view.area ?? ''}
        onChange={(event) =>
          change({ area: auditAreaChoices.find((name) => name === event.currentTarget.value) })
        }
        data={[
          { value: '', label: t('audit.filter.everything') },
          ...auditAreaChoices.map((value) => ({ value, label: t(`audit.area.${value}`) })),
        ]}
      />
      <ActorSelect view={view} change={change} />
      <DayFields view={view} change={change} />
    </>
  )
}

/**
 * Area, author and days of the audit log, and its file. The address keeps the choice. On a phone
 * the filters open as a sheet.
 */
export function AuditFilters(props: Props) {
  const { t } = useTranslation('settings')
  const { view, change } = props
  const save = (format: FileOrLineFormat) => {
    const name = `${t('menu.audit')}.${format}`
    return format === 'jsonl'
      ? downloadFromApi('workspace.audit_lines', { query: view }, name)
      : downloadFromApi('workspace.audit_csv', { query: { ...view, format, bom: '1' } }, name)
  }
  const download = useDownload(save)
  if (useIsPhone())
    return (
      <PhoneFilterBar
        filters={<FilterFields {...props} />}
        count={Object.values(view).filter((value) => value !== undefined).length}
        clear={() =>
          change({ area: undefined, actor_id: undefined, from: undefined, to: undefined })
        }
        menu={
          <PhoneListMenu>
            <DownloadItems
              label={t('audit.filter.download')}
              save={(format) => download.mutate(format)}
              formats={fileAndLineFormats}
            />
          </PhoneListMenu>
        }
      />
    )
  return (
    <div className={css['filters']} role="search" aria-label={t('audit.filter.label')}>
      <FilterFields {...props} />
      <DownloadMenu save={save} formats={fileAndLineFormats}>
        {t('audit.filter.download')}
      </DownloadMenu>
    </div>
  )
}
