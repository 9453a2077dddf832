import type { SessionUser } from '#schema/api/sync.ts'
import { formatPhone } from '#schema/rules/phone.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Facts } from './facts.tsx'

/** The signed-in person's own data, to read (PROF-01, PROF-03). */
export function ProfilePage({ user }: { user: SessionUser | null }) {
  if (user === null) return <EmptyState title="Please log in to view your profile." />
  return (
    <section aria-label="Profile">
      <PageHeader title="Profile" />
      <div className="max-w-160 px-4 pb-8">
        <h2 className="pb-2 text-lg font-semibold">Profile Information</h2>
        <Facts
          facts={[
            { label: 'Login ID', value: user.login_id },
            { label: 'Name', value: user.name },
            { label: 'Email', value: user.email },
            { label: 'Country Code', value: user.countryCode },
            { label: 'Phone', value: formatPhone(user.countryCode, user.phone) },
            { label: 'Alt. Country Code', value: user.alternateCountryCode },
            { label: 'Alternate Phone', value: formatPhone(user.alternateCountryCode, user.alternatePhone) },
          ]}
        />
        <p className="pt-4 text-muted">Changing these data and the password is not part of this version yet. Your administrator can do it for you.</p>
      </div>
    </section>
  )
}
