import { IconAlertTriangle, IconCopy } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './address-list.module.css'
import { countAddresses, type ParsedAddress } from './parse-addresses.ts'

const chipsMax = 200
const icons = { invalid: IconAlertTriangle, twice: IconCopy } as const

/** The recognized addresses as chips. Problems have an icon and a word, not only a color. */
function AddressChips({ addresses }: { addresses: ParsedAddress[] }) {
  const { t } = useTranslation('imports')
  const hiddenCount = addresses.length - chipsMax
  return (
    <>
      <ul className={css['chips']} aria-label={t('bulk.recognised')}>
        {addresses.slice(0, chipsMax).map(({ text, state }, index) => {
          const Icon = state === 'valid' ? null : icons[state]
          return (
            <li key={index} className={css['chip']} data-state={state}>
              {Icon ? <Icon size={14} aria-hidden="true" /> : null}
              <span>{text}</span>
              {state === 'valid' ? null : <small>{t(`bulk.${state}`)}</small>}
            </li>
          )
        })}
      </ul>
      {hiddenCount > 0 ? (
        <p className={css['quiet']}>
          {t('bulk.more', { count: hiddenCount, n: formatNumber(hiddenCount) })}
        </p>
      ) : null}
    </>
  )
}

/** The counts of valid, invalid and duplicate addresses, and the addresses themselves. */
export function AddressList({ addresses }: { addresses: ParsedAddress[] }) {
  const { t } = useTranslation('imports')
  const { valid, invalid, twice } = countAddresses(addresses)
  const texts = addresses.length
    ? [
        t('bulk.valid', { count: valid, n: formatNumber(valid) }),
        invalid ? t('bulk.invalid_count', { count: invalid, n: formatNumber(invalid) }) : '',
        twice ? t('bulk.twice_count', { count: twice, n: formatNumber(twice) }) : '',
      ]
    : [t('bulk.nothing')]
  return (
    <>
      <p className={css['tally']} role="status">
        {texts.filter(Boolean).join(' · ')}
      </p>
      {addresses.length ? <AddressChips addresses={addresses} /> : null}
    </>
  )
}
