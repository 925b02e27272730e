import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { taxRulesQuery } from '#web/shared/tax/tax-rules-query.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { formatList } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './finance.module.css'

/** The countries with tax rules that are not past, and how many examples do not count yet, with a link to them. */
export function TaxRulesCard() {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const { data: rules, ...query } = useQuery(taxRulesQuery)
  const counted = rules?.filter((rule) => rule.confirmed_at !== null) ?? []
  const waiting = (rules?.length ?? 0) - counted.length
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  const valid = counted.filter(({ valid_to: lastDay }) => lastDay === null || lastDay >= today)
  const countries = [...new Set(valid.map(({ country }) => country))].map((country) =>
    country === null ? t('tax.card_others') : countryName(country),
  )
  const names = formatList(countries)
  return (
    <Card>
      <div className={css['head']}>
        <h2>{t('tax.title')}</h2>
        <Button
          component={Link}
          to="/settings/finance/tax-rules"
          size="compact-sm"
          h={34}
          variant="default"
        >
          {t(rules?.length ? 'tax.open' : 'tax.start')}
          <span className="sr-only"> {t('tax.title')}</span>
        </Button>
      </div>
      {query.isPending ? <Skeleton height={24} /> : null}
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {rules ? (
        <p className={css['lastText']}>
          {rules.length ? null : t('tax.card_empty')}
          {countries.length ? `${t('tax.card_text', { countries: names })}. ` : null}
          {waiting ? t('tax.waiting', { count: waiting }) : null}
        </p>
      ) : null}
    </Card>
  )
}
