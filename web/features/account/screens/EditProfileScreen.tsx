import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/app/config.ts'
import { useTitle } from '#web/app/title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import css from '../components/account.module.css'
import { AddressSection } from '../components/AddressSection.tsx'
import { AuthenticatorSection } from '../components/AuthenticatorSection.tsx'
import { CalendarSection } from '../components/CalendarSection.tsx'
import { DataSection } from '../components/DataSection.tsx'
import { DetailsSection } from '../components/DetailsSection.tsx'
import { LeaveSection } from '../components/LeaveSection.tsx'
import { MailsSection } from '../components/MailsSection.tsx'
import { PictureSection } from '../components/PictureSection.tsx'
import { SessionsSection } from '../components/SessionsSection.tsx'
import { TokensSection } from '../components/TokensSection.tsx'

/** /edit-profile: everything about oneself, each matter on a card of its own. */
export function EditProfileScreen() {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  useTitle(t('title'))
  return (
    <Page
      title={t('title')}
      narrow
      back={
        <Link to="/profile/$id" params={{ id: user.id }} className={backClass}>
          <BackArrow />
          {t('common:menu.profile')}
        </Link>
      }
    >
      <div className={css['sections']}>
        <PictureSection />
        <DetailsSection />
        <MailsSection />
        <CalendarSection />
        <AddressSection />
        <AuthenticatorSection />
        <SessionsSection />
        <TokensSection />
        <DataSection />
        <LeaveSection />
      </div>
    </Page>
  )
}
