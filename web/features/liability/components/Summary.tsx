import { Link } from '@tanstack/react-router'
import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './liability.module.css'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'

type LiabilityBody = OutputOf<'liability.get'>

/** The points owed in total, their worth, and what people will probably redeem. */
export function Summary({ liability }: { liability: LiabilityBody }) {
  const { t } = useTranslation('finance')
  const { figures, expected } = liability
  return (
    <Card>
      <dl className={css['figures']}>
        <div>
          <dt>{t('liability.owed')}</dt>
          <dd>
            <b>{formatNumber(figures.total)}</b>
            <small>
              {t('liability.parts', {
                wallets: formatNumber(figures.wallets),
                held: formatNumber(figures.held),
              })}
            </small>
          </dd>
        </div>
        <div>
          <dt>{t('liability.in_money')}</dt>
          <dd>
            <b>
              <MoneyList money={figures.money} />
            </b>
            {figures.without_worth > 0 ? (
              <small>
                <Link to="/settings/finance">
                  {t('liability.without_worth', {
                    count: figures.without_worth,
                    n: formatNumber(figures.without_worth),
                  })}
                </Link>
              </small>
            ) : null}
          </dd>
        </div>
        <div>
          <dt>{t('liability.expected_title')}</dt>
          <dd>
            <b>
              {expected.money.length ? (
                <MoneyList money={expected.money} />
              ) : (
                formatNumber(expected.points)
              )}
            </b>
            <small>{t('liability.expected_text')}</small>
          </dd>
        </div>
      </dl>
    </Card>
  )
}
