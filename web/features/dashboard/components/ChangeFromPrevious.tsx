import { IconArrowDownRight, IconArrowUpRight, IconEqual, IconSparkles } from '@tabler/icons-react'
import { formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { calculateChange } from '../date-range.ts'
import css from './dashboard.module.css'

const changeIcons = {
  up: IconArrowUpRight,
  down: IconArrowDownRight,
  same: IconEqual,
  new: IconSparkles,
}

/** The change from the previous range, as text and icon; color is never the only signal. */
export function ChangeFromPrevious({
  now,
  before,
  isShare = false,
}: {
  now: number
  before: number
  isShare?: boolean
}) {
  const { t } = useTranslation('dashboard')
  const change = calculateChange(now, before, isShare)
  const Icon = changeIcons[change.kind]
  const text =
    'by' in change
      ? t(isShare ? `change.${change.kind}_share` : `change.${change.kind}`, {
          count: change.by,
          share: formatPercent(change.by / 100),
        })
      : t(`change.${change.kind}`)
  return (
    <span className={css['change']} data-kind={change.kind}>
      <Icon size={16} aria-hidden="true" />
      {text}
    </span>
  )
}
