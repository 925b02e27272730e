import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Page } from '#web/ui/Page.tsx'
import { ExpirySection } from '../components/ExpirySection.tsx'
import { FactorSection } from '../components/FactorSection.tsx'
import { WorthSection } from '../components/WorthSection.tsx'
import { Overview, sectionIds } from '../components/Overview.tsx'
import { TaxRulesCard } from '../components/TaxRulesCard.tsx'
import { WorthForMembers } from '../components/WorthForMembers.tsx'
import { YearlyBudgetCard } from '../components/YearlyBudgetCard.tsx'
import css from '../components/finance.module.css'

/** /settings/finance: four answers at a glance, then the yearly budget, worths and prices by country. */
export function FinanceScreen() {
  const { t } = useTranslation('finance')
  usePageTitle(t('title'))
  return (
    <Page title={t('title')} narrow back={<SettingsNavigation />}>
      <p className={css['text']}>{t('text')}</p>
      <div className={css['cards']}>
        <Overview />
        <div id={sectionIds.budget}>
          <YearlyBudgetCard />
        </div>
        <TaxRulesCard />
        <div id={sectionIds.worth}>
          <WorthSection />
        </div>
        <WorthForMembers />
        <FactorSection />
        <ExpirySection />
      </div>
    </Page>
  )
}
