import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import css from '../components/account.module.css'
import { EmailSection } from '../components/EmailSection.tsx'
import { TwoFactorSection } from '../components/TwoFactorSection.tsx'
import { ChatSection } from '../components/ChatSection.tsx'
import { CalendarSection } from '../components/CalendarSection.tsx'
import { ExportDataSection } from '../components/ExportDataSection.tsx'
import { ProfileDetailsSection } from '../components/ProfileDetailsSection.tsx'
import { InboxSection } from '../components/InboxSection.tsx'
import { LeaveWorkspaceSection } from '../components/LeaveWorkspaceSection.tsx'
import { EmailNotificationsSection } from '../components/EmailNotificationsSection.tsx'
import { PersonalAddressSection } from '../components/PersonalAddressSection.tsx'
import { PictureSection } from '../components/PictureSection.tsx'
import { SessionsSection } from '../components/SessionsSection.tsx'
import { ApplicationsSection } from '../components/ApplicationsSection.tsx'
import { TokensSection } from '../components/TokensSection.tsx'

/** /edit-profile: all account settings of the user, one card per topic. */
export function EditProfileScreen() {
  const { t } = useTranslation('account')
  const { user } = useConfig()
  usePageTitle(t('title'))
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
        <ProfileDetailsSection />
        <EmailNotificationsSection />
        <InboxSection />
        <ChatSection />
        <CalendarSection />
        <EmailSection />
        <PersonalAddressSection />
        <TwoFactorSection />
        <SessionsSection />
        <ApplicationsSection />
        <TokensSection />
        <ExportDataSection />
        <LeaveWorkspaceSection />
      </div>
    </Page>
  )
}
