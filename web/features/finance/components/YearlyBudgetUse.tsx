import { budgetThresholds } from '#contract/yearly-budget.ts'
import type { YearlyBudget } from '#contract/schemas/yearly-budget.ts'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'
import { formatDay, formatMoney, formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './yearly-budget.module.css'

/** A bar of the used part, with a mark for each warning. */
function UseBar({ percent }: { percent: number }) {
  const { t } = useTranslation('finance')
  return (
    <div className={css['scale']}>
      <div
        className={css['track']}
        role="progressbar"
        aria-label={t('budget.title')}
        aria-valuenow={Math.min(percent, 100)}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={formatPercent(percent / 100)}
      >
        <span data-over={percent >= 100} style={{ width: `${Math.min(percent, 100)}%` }} />
      </div>
      {budgetThresholds.map((mark) => (
        <span key={mark} className={css['mark']} style={{ width: `${mark}%` }} aria-hidden="true">
          <span>{formatNumber(mark)}</span>
        </span>
      ))}
    </div>
  )
}

/** What is used of a budget, its pace, and the rest of its year. */
export function YearlyBudgetUse({ budget }: { budget: YearlyBudget }) {
  const { t } = useTranslation('finance')
  const { currency, amount_minor: amount, expected_minor: expected } = budget
  const money = (minor: number) => formatMoney(minor, currency, true)
  return (
    <>
      <div className={css['sum']}>
        <b>{money(budget.used_minor)}</b>
        <span>{t('budget.of', { amount: money(amount) })}</span>
        <b className={css['percent']}>{formatPercent(budget.used_percent / 100)}</b>
      </div>
      <UseBar percent={budget.used_percent} />
      <p className={css['text']}>
        {budget.counted_to === null
          ? t('budget.not_counted')
          : t('budget.used_to', { date: formatDay(budget.counted_to) })}
      </p>
      <dl className={css['facts']}>
        {expected === null ? null : (
          <div>
            <dt>{t('budget.pace')}</dt>
            <dd data-over={expected > amount}>{money(expected)}</dd>
          </div>
        )}
        <div>
          <dt>{t('budget.redeemed')}</dt>
          <dd>{money(budget.redeemed_minor)}</dd>
        </div>
        {budget.others.length ? (
          <div>
            <dt>{t('budget.others')}</dt>
            <dd>
              <MoneyList money={budget.others} />
            </dd>
          </div>
        ) : null}
        <div>
          <dt>{t('budget.ends')}</dt>
          <dd>
            {t('budget.days_left', { count: budget.days_left, date: formatDay(budget.ends_on) })}
          </dd>
        </div>
      </dl>
    </>
  )
}
