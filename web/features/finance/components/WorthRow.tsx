import { Button } from '@mantine/core'
import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import css from './finance.module.css'
import { RowButtons } from './RowButtons.tsx'
import { useCountryName } from '#web/shared/use-country-name.ts'
import type { WorthGroup } from './worth-groups.ts'

const formatWorth = ({ currency, hundred_points_minor: minor }: PointWorth) =>
  formatMoney(minor, currency, true)

/** The earlier worths of a country, folded. */
function PastWorths({ worths }: { worths: PointWorth[] }) {
  const { t } = useTranslation('finance')
  const nameOf = usePersonName()
  if (!worths.length) return null
  return (
    <details className={css['past']}>
      <summary>{t('worth.past', { count: worths.length })}</summary>
      <ul>
        {worths.map((worth) => (
          <li key={worth.id}>
            {t('worth.since', { money: formatWorth(worth), date: formatDay(worth.valid_from) })}
            {worth.created_by ? ` · ${nameOf(worth.created_by)}` : null}
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What points are worth in a country, or everywhere else. */
export function WorthRow({
  group: { country, current, coming, past },
  isOnly,
  onChange,
  onEdit,
  onDelete,
}: {
  group: WorthGroup
  /** Whether no other country has a worth of its own. */
  isOnly: boolean
  onChange: () => void
  onEdit: (worth: PointWorth) => void
  onDelete: (worth: PointWorth) => void
}) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  const defaultName = t(isOnly ? 'worth.all_countries' : 'worth.everywhere')
  const name = country === null ? defaultName : countryName(country)
  const renderButtons = (worth: PointWorth) => {
    const date = formatDay(worth.valid_from)
    return (
      <RowButtons
        editLabel={t('worth.edit_of', { date })}
        deleteLabel={t('worth.delete.of', { date })}
        onEdit={() => onEdit(worth)}
        onDelete={() => onDelete(worth)}
      />
    )
  }
  return (
    <li className={css['row']}>
      <div className={css['rowHead']}>
        <div className={css['words']}>
          <b>{name}</b>
          {current ? (
            <p>
              {t('worth.since', {
                money: formatWorth(current),
                date: formatDay(current.valid_from),
              })}
            </p>
          ) : (
            <p>{t('worth.none_yet')}</p>
          )}
        </div>
        {current && current.valid_from >= today ? (
          renderButtons(current)
        ) : (
          <Button size="compact-sm" h={34} variant="default" onClick={onChange}>
            {t('worth.change')}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
      </div>
      {coming.map((worth) => (
        <div key={worth.id} className={css['coming']}>
          <span>
            {t('worth.from', { money: formatWorth(worth), date: formatDay(worth.valid_from) })}
          </span>
          {renderButtons(worth)}
        </div>
      ))}
      <PastWorths worths={past} />
    </li>
  )
}
