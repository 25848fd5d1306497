// The search of the pages: looks in `xlratingIndex` (index.js) and shows what it finds as text.
(function () {
  "use strict";
  var SHOWN = 100;
  var box = document.querySelector(".search input");
  var table = document.getElementById("found");
  var said = document.getElementById("said");
  var body = table.tBodies[0];

  function plain(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  var index = (window.xlratingIndex || []).map(function (row) {
    return { row: row, text: plain(row[0] + " " + row[1]) };
  });

  function cell(line, text, name) {
    var made = line.insertCell();
    made.className = name;
    made.textContent = text;
    return made;
  }

  function show(query) {
    var words = plain(query).split(/[\s,]+/).filter(Boolean);
    body.textContent = "";
    var found = words.length ? index.filter(function (one) {
      return words.every(function (word) { return one.text.indexOf(word) >= 0; });
    }) : [];
    found.slice(0, SHOWN).forEach(function (one) {
      var line = body.insertRow();
      var link = document.createElement("a");
      link.href = "players/" + encodeURIComponent(one.row[4]) + ".html";
      link.textContent = one.row[0];
      cell(line, "", "").appendChild(link);
      cell(line, one.row[1], "id");
      cell(line, one.row[2], "wide");
      cell(line, one.row[3], "n rating");
    });
    table.hidden = !found.length;
    said.textContent = !words.length || (found.length && found.length <= SHOWN) ? "" :
      !found.length ? said.dataset.none :
      said.dataset.more.replace("{n}", found.length).replace("{shown}", SHOWN);
  }

  box.value = new URLSearchParams(location.search).get("q") || "";
  box.addEventListener("input", function () { show(box.value); });
  box.form.addEventListener("submit", function (event) { event.preventDefault(); show(box.value); });
  box.focus();
  show(box.value);
})();
