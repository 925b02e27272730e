import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCan } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { type FileFormat, FileFormatChoice } from '#web/shared/FileFormat.tsx'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import type { DateRange } from '../date-range.ts'
import css from './dashboard.module.css'

type ExportKind = 'posts' | 'purchases' | 'team'
/** Before the first day of all teams, also of posts from other products. */
const firstDay = '1970-01-01'

/**
 * The files of the range, of all time, and of the current team. Of a group only its posts, because
 * the other files have no filter by group.
 */
function ExportItems({
  range: { from, to, group },
  onSave,
}: {
  range: DateRange
  onSave: (file: { kind: ExportKind; isAll: boolean }) => void
}) {
  const { t } = useTranslation('dashboard')
  const can = useCan()
  const hasPurchases = can('manage_rewards') && group === undefined
  const item = (kind: ExportKind, isAll = false) => (
    <Menu.Item onClick={() => onSave({ kind, isAll })}>{t(`exports.${kind}`)}</Menu.Item>
  )
  return (
    <>
      <Menu.Label>{t('range.days', { from: formatDay(from), to: formatDay(to) })}</Menu.Label>
      {item('posts')}
      {hasPurchases ? item('purchases') : null}
      <Menu.Divider />
      <Menu.Label>{t('exports.all')}</Menu.Label>
      {item('posts', true)}
      {hasPurchases ? item('purchases', true) : null}
      {group === undefined ? (
        <>
          <Menu.Divider />
          <Menu.Label>{t('exports.today')}</Menu.Label>
          {item('team')}
        </>
      ) : null}
    </>
  )
}

/** CSV or XLSX files of the page's range, of all time, and of the current team. */
export function ExportMenu({ range, today }: { range: DateRange; today: string }) {
  const { t } = useTranslation('dashboard')
  const { from, to, group } = range
  const [format, setFormat] = useState<FileFormat>('csv')
  const save = useMutation({
    mutationFn: ({ kind, isAll }: { kind: ExportKind; isAll: boolean }) => {
      const name = t(`exports.${kind}`)
      if (kind === 'team')
        return downloadFromApi(
          'users.csv',
          { query: { format, bom: '1' } },
          `${name} ${today}.${format}`,
        )
      return downloadFromApi(
        kind === 'posts' ? 'posts.csv' : 'rewards.purchases_csv',
        {
          query: {
            ...(isAll ? { from: firstDay } : { from, to }),
            ...(kind === 'posts' && group !== undefined ? { group_id: group } : {}),
            format,
            bom: '1',
          },
        },
        isAll
          ? `${name} ${t('exports.all')} ${today}.${format}`
          : `${name} ${from} ${to}.${format}`,
      )
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <Menu position="bottom-end" radius="lg" shadow="lg" width={260}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          rightSection={<IconChevronDown size={16} aria-hidden="true" />}
          loading={save.isPending}
        >
          <span className={css['exportLabel']}>{t('exports.title')}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={css['exportMenu'] ?? ''}>
        <Menu.Item
          leftSection={<IconPrinter size={18} aria-hidden="true" />}
          onClick={() => window.print()}
        >
          {t('exports.print')}
        </Menu.Item>
        <Menu.Divider />
        <FileFormatChoice value={format} onChange={setFormat} />
        <Menu.Divider />
        <ExportItems range={range} onSave={save.mutate} />
      </Menu.Dropdown>
    </Menu>
  )
}
