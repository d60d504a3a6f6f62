// Common given names in the languages of known libraries. They distinguish "Snow Crash - Neal Stephenson" from "Neal
// Stephenson - Snow Crash".
import { plainWord } from '../tokens/code-points.ts';

const names = new Set(
  `aaron adam adrian agatha aidan alan albert alberto aldous alex alexander alexandra alexandre alfred alice alison
  amanda amy ana anders andrea andreas andrew andy andrzej angela anita ann anna anne annie anthony antoine anton
  antonia antonio arnold arthur arturo astrid audrey barbara beatrice ben benjamin bernard bernhard bill blake bob boris
  brad bradley bram brandon brenda brian bruce camilla carl carla carlo carlos carmen carol caroline catherine
  charles charlotte cheryl chris christian christina christine christoph christopher chuck claire clara claude claudia
  clive colin colleen conn cormac cornelia craig cynthia dan daniel daniela daphne dave david dean deborah denis dennis
  diana diane dieter dmitry don donald donna dorothy doug douglas dylan edgar edith eduardo edward elena eleanor elizabeth
  ellen emilia emily emma enid eric erica erich erik erin ernest ernst esther eugene eva evelyn felix fernando fiona
  florian frances francesca francesco francis francisco franck franz françois françoise frank franklin fred frederick
  friedrich fyodor gabriel gabriele gabriella garth gary gene geoffrey george georges gerald gerard gillian giovanni
  glen glenn gordon grant graham greg gregory guillaume günter gustave hans harlan harold harry heather heinrich helen
  helena henning henri henrik henry herbert hermann herman hilary hugh hugo ian ilona ingrid irène irina iris isaac isabel
  isabelle italo ivan jack jacob jacqueline jacques james jan jane janet jason javier jay jean jeff jeffrey jennifer
  jeremy jerome jerry jesse jessica jill jim jo joan joanna joanne joe joel johan johann johannes john johnny jon jonathan
  jordi jorge josé josef joseph joshua josh joyce juan judith jules julia julian julie julio jürgen karen karin karl
  kate katherine kathleen kathryn katrin kazuo keith ken kenneth kevin kim kristin kristina kurt larry laura lauren
  laurence laurent lee leigh leo leon leonardo leonid leslie lev lewis lilian linda lisa lorenzo louis louise luca lucy
  ludwig luigi luis lukas lynn madeleine madeline malcolm manuel marc marcel marco marcus margaret maria marie mario
  marion mark markus martha martin martina mary mathieu matt matteo matthew maurice max megan melissa michael michaela
  michel michelle miguel mikael mike mikhail milan milena miriam mitch mohamed molly monica monika nadine nancy naomi
  natalia natalie nathan nathaniel neal neil nicholas nick nicola nicolas nicole nikolai nina noah nora norman octavia
  ola olaf olga oliver olivia olivier orson oscar otto pablo paolo pamela patricia patrick paul paula paulo pavel pedro
  peter petra phil philip philipp philippe pierre piers rachel rafael rainer ralph randall ray raymond rebecca rené renate
  richard rick rita rob robert roberta roberto robin roger roland roman ron ronald rosa rosemary ross roy rudolf rudyard
  russell ruth ryan salman sally salvatore sam samantha samuel sandra sara sarah scott sean sebastian sergei sergey sergio
  seth shannon sharon sheila shirley sidney sigmund silvia simon simone sofia sophie stanisław stanislaw stefan stefanie
  stella stephanie stephen stephenie steve steven stieg stuart sue susan susanna susanne suzanne svetlana sylvia tad tamsyn
  tara ted terence teresa terry thomas tim timothy tina tobias todd tom tomasz toni tony tracy umberto ursula ute valerie
  vanessa vera vernor veronica victor victoria vincent virginia vladimir walter warren wendy werner wilhelm will william
  willy wolfgang yann yuval yves zadie александр алексей анатолий анастасия андрей анна антон аркадий артём борис вадим
  валентин валерий василий вера виктор виталий владимир владислав вячеслав галина геннадий георгий григорий дарья денис
  дмитрий евгений екатерина елена иван игорь илья ирина кирилл константин лариса лев леонид людмила максим марина мария
  михаил надежда наталья николай олег ольга павел пётр роман светлана сергей станислав татьяна фёдор юлия юрий`
    .split(/\s+/)
    .map(plainWord),
);

/** Whether a word is a common given name, ignoring case and marks. */
export function isGivenName(word: string): boolean {
  return word.length <= 12 && names.has(plainWord(word));
}
