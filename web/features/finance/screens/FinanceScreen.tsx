import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { ExpirySection } from '../components/ExpirySection.tsx'
import { FactorSection } from '../components/FactorSection.tsx'
import { WorthSection } from '../components/WorthSection.tsx'
import { LiabilityCard } from '../components/LiabilityCard.tsx'
import { PlanCard } from '../components/PlanCard.tsx'
import { TaxRulesCard } from '../components/TaxRulesCard.tsx'
import { WorthForMembers } from '../components/WorthForMembers.tsx'
import { YearlyBudgetCard } from '../components/YearlyBudgetCard.tsx'
import css from '../components/finance.module.css'

/** /settings/finance: what the company owes, what a year costs and may cost, worths, and prices by country. */
export function FinanceScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('title'))
  return (
    <Page title={t('title')} narrow back={<SettingsNavigation />}>
      <p className={css['text']}>{t('text')}</p>
      <div className={css['cards']}>
        <LiabilityCard />
        <PlanCard />
        <YearlyBudgetCard />
        <TaxRulesCard />
        <WorthSection />
        <WorthForMembers />
        <FactorSection />
        <ExpirySection />
      </div>
    </Page>
  )
}
