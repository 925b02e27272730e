import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { type Factor, priceFactorsQuery } from '../api/price-factors.api.ts'
import { DeleteFactorDialog } from './DeleteFactorDialog.tsx'
import { FactorDialog } from './FactorDialog.tsx'
import { FactorRow } from './FactorRow.tsx'
import css from './finance.module.css'
import { ImportFactorsDialog } from './ImportFactorsDialog.tsx'
import { useCountryName } from '#web/shared/use-country-name.ts'

type Opened = { dialog: 'edit'; factor: Factor | null } | { dialog: 'import' } | null

/** The factors by country name, with their actions. */
function FactorList({
  factors,
  onEdit,
  onDelete,
}: {
  factors: Factor[]
  onEdit: (factor: Factor) => void
  onDelete: (factor: Factor) => void
}) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  const named = factors
    .map((factor) => ({ factor, name: countryName(factor.country) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
  return (
    <ul className={css['list']} aria-label={t('factor.title')}>
      {named.map(({ factor, name }) => (
        <FactorRow
          key={factor.country}
          name={name}
          factor={factor.factor}
          onEdit={() => onEdit(factor)}
          onDelete={() => onDelete(factor)}
        />
      ))}
    </ul>
  )
}

/** What rewards cost in a country, as factors of their prices in points. */
export function FactorSection() {
  const { t } = useTranslation('finance')
  const { data: factors = [], ...query } = useQuery(priceFactorsQuery)
  const [opened, setOpened] = useState<Opened>(null)
  const [factorToDelete, setFactorToDelete] = useState<Factor | null>(null)
  const close = () => setOpened(null)
  if (query.isPending)
    return (
      <Card aria-busy="true">
        <Skeleton height={120} />
      </Card>
    )
  if (query.isLoadingError)
    return <ErrorState error={query.error} retry={() => void query.refetch()} />
  const size = factors.length ? ({ size: 'compact-sm', h: 34 } as const) : {}
  const actions = (
    <span className={css['buttons']}>
      <Button {...size} variant="default" onClick={() => setOpened({ dialog: 'import' })}>
        {t('factor.import')}
      </Button>
      <Button
        {...size}
        variant={factors.length ? 'default' : 'filled'}
        disabled={factors.length >= limits.price_factors_max}
        onClick={() => setOpened({ dialog: 'edit', factor: null })}
      >
        {t('factor.add')}
      </Button>
    </span>
  )
  return (
    <Card className={css['section'] ?? ''}>
      {factors.length ? (
        <>
          <div className={css['head']}>
            <h2>{t('factor.title')}</h2>
            {actions}
          </div>
          <p className={css['text']}>{t('factor.text')}</p>
          <FactorList
            factors={factors}
            onEdit={(factor) => setOpened({ dialog: 'edit', factor })}
            onDelete={setFactorToDelete}
          />
        </>
      ) : (
        <EmptyState art="gift" level={2} title={t('factor.title')} text={t('factor.text')}>
          {actions}
        </EmptyState>
      )}
      {opened?.dialog === 'edit' ? (
        <FactorDialog factors={factors} start={opened.factor} onClose={close} />
      ) : null}
      {opened?.dialog === 'import' ? (
        <ImportFactorsDialog replaces={factors.length > 0} onClose={close} />
      ) : null}
      {factorToDelete ? (
        <DeleteFactorDialog factor={factorToDelete} onClose={() => setFactorToDelete(null)} />
      ) : null}
    </Card>
  )
}
