import '@vscode/codicons/dist/codicon.css';
import './styles/page.css';
import './styles/controls.css';
import './styles/grid.css';
import './styles/detail.css';
import './elements/idempotency-inspector.ts';
