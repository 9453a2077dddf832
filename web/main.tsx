import './styles/app.css'
import { loadOwnLanguage } from './language/staff-texts.ts'

// The app is loaded behind its texts, so that constants of its modules may hold them: another language is a new page.
void loadOwnLanguage().then(() => import('./app.tsx'))
