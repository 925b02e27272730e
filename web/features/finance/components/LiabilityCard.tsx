import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { liabilityQuery } from '#web/shared/points/liability-query.ts'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'
import { addDays } from '#web/lib/add-days.ts'
import { formatDay, formatNumber } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './finance.module.css'

/** What the company owed at the end of yesterday, which is stored, with a link to the details. */
export function LiabilityCard() {
  const { t } = useTranslation('finance')
  const { timezone } = useConfig().settings
  const day = addDays(todayInTimezone(timezone), -1)
  const { data, ...query } = useQuery(liabilityQuery(day))
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('liability.title')}</h2>
        <Button
          component={Link}
          to="/settings/finance/liability"
          size="compact-sm"
          h={34}
          variant="default"
        >
          {t('liability.details')}
          <span className="sr-only"> {t('liability.title')}</span>
        </Button>
      </div>
      {query.isPending ? <Skeleton height={48} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {data ? (
        <div className={css['owed']}>
          {data.figures.money.length ? (
            <b>
              <MoneyList money={data.figures.money} />
            </b>
          ) : null}
          <p>
            {t('liability.card_text', {
              points: formatNumber(data.figures.total),
              date: formatDay(day),
            })}
          </p>
        </div>
      ) : null}
    </Card>
  )
}
