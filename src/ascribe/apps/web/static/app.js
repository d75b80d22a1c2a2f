// Starts the script of the page that was loaded.

import { showProblem } from "./dom.js";

const name = document.body.dataset.page;
import(`./${name}.js`).then((page) => page.start()).catch(showProblem);
