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
/** The longest range of a file: ten years, the limit of the calls. */
const allDays = 3_660

/** CSV or XLSX files of the page's range, of all time, and of the current team. */
export function ExportMenu({ range, today }: { range: DateRange; today: string }) {
  const { t } = useTranslation('dashboard')
  const can = useCan()
  const { from, to } = range
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
        { query: { ...(isAll ? { days: allDays } : { from, to }), format, bom: '1' } },
        isAll
          ? `${name} ${t('exports.all')} ${today}.${format}`
          : `${name} ${from} ${to}.${format}`,
      )
    },
    onError: (error) => notifyError(t, error),
  })
  const item = (kind: ExportKind, isAll = false) => (
    <Menu.Item onClick={() => save.mutate({ kind, isAll })}>{t(`exports.${kind}`)}</Menu.Item>
  )
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
        <Menu.Label>{t('range.days', { from: formatDay(from), to: formatDay(to) })}</Menu.Label>
        {item('posts')}
        {can('manage_rewards') ? item('purchases') : null}
        <Menu.Divider />
        <Menu.Label>{t('exports.all')}</Menu.Label>
        {item('posts', true)}
        {can('manage_rewards') ? item('purchases', true) : null}
        <Menu.Divider />
        <Menu.Label>{t('exports.today')}</Menu.Label>
        {item('team')}
      </Menu.Dropdown>
    </Menu>
  )
}
