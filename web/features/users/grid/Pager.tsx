import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './team-grid.module.css'

/** The position in the list and the page buttons. A button without a function is disabled. */
export function Pager({
  from,
  to,
  total,
  back,
  next,
}: {
  from: number
  to: number
  total: number
  back: (() => void) | undefined
  next: (() => void) | undefined
}) {
  const { t } = useTranslation('team')
  return (
    <nav className={css['pager']} aria-label={t('grid.pages')}>
      <span role="status">
        {total
          ? t('grid.range', {
              from: formatNumber(from),
              to: formatNumber(to),
              total: formatNumber(total),
            })
          : ''}
      </span>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('grid.previous')}
        disabled={!back}
        onClick={back}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('grid.next')}
        disabled={!next}
        onClick={next}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </nav>
  )
}
