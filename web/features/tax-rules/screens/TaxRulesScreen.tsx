import { Button, Skeleton } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { TaxRule } from '#contract/schemas/tax-rules.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { taxRulesQuery } from '#web/shared/tax/tax-rules-query.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { DeleteRuleDialog } from '../components/DeleteRuleDialog.tsx'
import { ExamplesMenu } from '../components/ExamplesMenu.tsx'
import { groupRules, isPastRule } from '../components/rule-groups.ts'
import { RuleDialog } from '../components/RuleDialog.tsx'
import { RuleRow } from '../components/RuleRow.tsx'
import css from '../components/tax-rules.module.css'

/** Says that this is no tax advice, and how many examples do not count yet. */
function AdviceNote({ waiting }: { waiting: number }) {
  const { t } = useTranslation('finance')
  return (
    <p className={css['note']} data-waiting={waiting > 0}>
      <IconInfoCircle size={20} aria-hidden="true" />
      <span>
        {waiting ? <b>{t('tax.waiting', { count: waiting })} </b> : null}
        {t('tax.advice')}
      </span>
    </p>
  )
}

function RuleList({
  rules,
  onEdit,
  onDelete,
}: {
  rules: TaxRule[]
  onEdit: (rule: TaxRule) => void
  onDelete: (rule: TaxRule) => void
}) {
  const { timezone } = useConfig().settings
  const today = todayInTimezone(timezone)
  const nameOf = useRuleCountryName()
  return groupRules(rules, today, nameOf).map((group) => (
    <Card key={group.country}>
      <h2 className={css['country']}>{group.name}</h2>
      <ul className={css['list']} aria-label={group.name}>
        {group.rules.map((rule) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            country={group.name}
            isPast={isPastRule(rule, today)}
            onEdit={() => onEdit(rule)}
            onDelete={() => onDelete(rule)}
          />
        ))}
      </ul>
    </Card>
  ))
}

/** Returns a function that names the country of a rule, null as the other countries. */
function useRuleCountryName(): (country: string | null) => string {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  return (country) => (country === null ? t('tax.other_countries') : countryName(country))
}

type Opened = { dialog: 'edit'; rule: TaxRule | null } | { dialog: 'delete'; rule: TaxRule } | null

function RuleDialogs({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  const nameOf = useRuleCountryName()
  if (opened?.dialog === 'edit') return <RuleDialog rule={opened.rule} onClose={onClose} />
  if (opened?.dialog === 'delete')
    return (
      <DeleteRuleDialog
        rule={opened.rule}
        country={nameOf(opened.rule.country)}
        onClose={onClose}
      />
    )
  return null
}

/** /settings/finance/tax-rules: which rewards are taxable in a country, and who bears the tax. */
export function TaxRulesScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('tax.title'))
  const { data: rules, ...query } = useQuery(taxRulesQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const isFull = (rules?.length ?? 0) >= limits.tax_rules_max
  const actions = (
    <div className={css['buttons']}>
      <ExamplesMenu isFull={isFull} />
      <Button disabled={isFull} onClick={() => setOpened({ dialog: 'edit', rule: null })}>
        {t('tax.add')}
      </Button>
    </div>
  )
  return (
    <Page
      title={t('tax.title')}
      back={
        <Link to="/settings/finance" className={backClass}>
          <BackArrow />
          <span>{t('title')}</span>
        </Link>
      }
      actions={rules?.length ? actions : null}
    >
      <p className={css['text']}>{t('tax.text')}</p>
      <AdviceNote waiting={rules?.filter((rule) => rule.confirmed_at === null).length ?? 0} />
      {query.isLoadingError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : null}
      {query.isPending ? (
        <Card aria-busy="true">
          <Skeleton height={220} />
        </Card>
      ) : null}
      {rules?.length === 0 ? (
        <Card>
          <EmptyState art="laurel" level={2} title={t('tax.empty')} text={t('tax.empty_text')}>
            {actions}
          </EmptyState>
        </Card>
      ) : null}
      {rules?.length ? (
        <div className={css['groups']}>
          <RuleList
            rules={rules}
            onEdit={(rule) => setOpened({ dialog: 'edit', rule })}
            onDelete={(rule) => setOpened({ dialog: 'delete', rule })}
          />
        </div>
      ) : null}
      <RuleDialogs opened={opened} onClose={() => setOpened(null)} />
    </Page>
  )
}
